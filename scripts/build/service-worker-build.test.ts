import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { precacheEntries } from './service-worker-build.mjs';

test('the service worker caches every file of the web app except index.html, and its list changes when a file without a hash in its name changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-status-precache-'));
  mkdirSync(join(folder, 'assets'));
  const names = ['index.html', 'favicon.svg', 'service-worker.js', 'manifest.webmanifest'];
  for (const name of [...names, 'assets/app-1a2b.js', 'assets/app-1a2b.js.map', 'assets/app-1a2b.js.br']) {
    writeFileSync(join(folder, name), name);
  }
  const before = await precacheEntries(folder);
  writeFileSync(join(folder, 'favicon.svg'), 'changed');
  const after = await precacheEntries(folder);
  rmSync(folder, { recursive: true });
  expect(before.map(({ url }) => url)).toEqual(['assets/app-1a2b.js', 'favicon.svg', 'manifest.webmanifest']);
  expect(after.map(({ revision }, index) => revision === before[index]?.revision)).toEqual([true, false, true]);
  expect(before[0]?.revision).toBeNull();
});
