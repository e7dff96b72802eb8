import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLintCache } from './lint-cache.mjs';

function createProject(): { changed: () => readonly string[]; save: () => void; write: (path: string) => void } {
  const root = mkdtempSync(join(tmpdir(), 'room-status-lint-'));
  const write = (path: string) => writeFileSync(join(root, path), `${Math.random()}`);
  for (const folder of ['src', 'scripts/lint', 'lab', 'tests']) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['src/one.ts', 'src/two.tsx', 'src/style.css', '.oxlintrc.json']) write(file);
  const read = () => readLintCache(root, join(root, '.cache/lint.json'));
  return { changed: () => read().changed, save: () => read().save(), write };
}

test('every code file is linted at first, and only a changed one after a pass', () => {
  const { changed, save, write } = createProject();
  expect(changed()).toEqual(['src/one.ts', 'src/two.tsx']);
  save();
  expect(changed()).toEqual([]);
  write('src/two.tsx');
  expect(changed()).toEqual(['src/two.tsx']);
});

test('a changed rule makes every file be linted again', () => {
  const { changed, save, write } = createProject();
  save();
  write('.oxlintrc.json');
  expect(changed()).toEqual(['src/one.ts', 'src/two.tsx']);
});
