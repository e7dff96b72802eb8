import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../tests/support/app/start-app.ts';
import { createTestUsers } from '../../../../../tests/support/identity/test-users.ts';
import { everything } from '../../../../../tests/support/homes/small-home.ts';
import { statusEndpoints } from '../../../../contract/manage/status.ts';
import { createWebServer } from '../../web-server.ts';
import { registerBackupRoute } from './backup-route.ts';
import { verifyBackup } from '../../../database/maintenance/verify-backup.ts';

const users = createTestUsers(Date.now);
const token = users.token([everything], { roles: ['administrator'] });
const headers = { authorization: `Bearer ${token}` };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ authenticator: users });
});
afterAll(() => app.close());

const makeBackup = () => fetch(`http://localhost:${app.port}/api/manage/backup`, { method: 'POST', headers });
const leftovers = () => readdirSync(app.dataFolder).filter((name) => /download|part/.test(name));

async function readStatus() {
  const response = await fetch(`http://localhost:${app.port}/api/manage/status`, { headers });
  return statusEndpoints.getSystemStatus.response.parse(await response.json());
}

test('a backup is a file that can be restored, and the status then names its time', async () => {
  expect((await readStatus()).findings.map(({ name }) => name)).toContain('backup-none');
  const response = await makeBackup();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="room-status-[\d-]{10}\.sqlite"$/);
  const file = join(app.dataFolder, 'received.sqlite');
  await writeFile(file, new Uint8Array(await response.arrayBuffer()));
  expect(verifyBackup(file).rowCounts['stream']).toBe(app.home.rooms.length);
  expect(leftovers()).toEqual([]);
  const { findings, backup } = await readStatus();
  expect(findings.map(({ name }) => name)).toContain('backup-ok');
  expect(Date.now() - Date.parse(backup.at ?? '')).toBeLessThan(60_000);
});

test('of two backups at once the second is refused, and a caller who leaves does not block the next one', async () => {
  const [first, second] = await Promise.all([makeBackup(), makeBackup()]);
  expect([first.status, second.status].includes(200), 'one of them is made').toBe(true);
  expect([first.status, second.status].includes(409), 'the other is refused').toBe(true);
  await Promise.all([first.body?.cancel(), second.body?.cancel()]);
  expect(leftovers()).toEqual([]);
  const third = await makeBackup();
  expect(third.status).toBe(200);
  await third.body?.cancel();
});

test('a start removes what a process left that was killed during a backup', async () => {
  const file = join(app.dataFolder, 'other.sqlite');
  const left = [`${file}.download`, `${file}.download.part`];
  for (const one of left) await writeFile(one, '');
  const fastify = createWebServer({ logLevel: 'silent' });
  const nobody = async () => {
    throw new Error('nobody calls this');
  };
  const others = { user: nobody, manager: nobody, administrator: nobody, device: nobody };
  const api = { fastify, authenticators: { public: async () => null, ...others } };
  registerBackupRoute(api, { database: app.database, now: Date.now, file, freeDiskBytes: () => null });
  await fastify.close();
  expect(left.filter((one) => existsSync(one))).toEqual([]);
});

test('a backup that fails leaves no file and is no last backup', async () => {
  const before = (await readStatus()).backup.at;
  const blocker = join(app.dataFolder, 'demo.sqlite.download.part');
  await mkdir(blocker);
  expect((await makeBackup()).status).toBe(500);
  await rmdir(blocker);
  expect(leftovers()).toEqual([]);
  expect((await readStatus()).backup.at).toBe(before);
});
