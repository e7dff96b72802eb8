import { mkdirSync, readdirSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { everything, seedSmallHome } from '../../../tests/support/homes/small-home.ts';
import { openSqliteDatabase } from '../database/sqlite/database-sqlite.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app/start-app.ts';
import { runCommand } from '../../../tests/support/app/run-command.ts';
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { statusEndpoints } from '../../contract/status/status.ts';
import { createServerSource } from '../audit/audit-actors.ts';
import { addContact, findContact } from '../contacts/contact-store.ts';
import { verifyBackup } from '../maintenance/verify-backup.ts';

const password = 'room-status';

let app: TestApp;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  app = await startTestApp();
  headers = await headersOf(app);
});
afterAll(() => app.close());

async function headersOf({ url }: TestApp) {
  const { accessToken } = await signIn(url, 'admin', password);
  return { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
}

const makeBackup = (body: object = { password }) =>
  fetch(`${app.url}/api/manage/backup`, { method: 'POST', headers, body: JSON.stringify(body) });
const leftovers = () => readdirSync(app.dataFolder).filter((name) => /download|part/.test(name));

async function readStatus() {
  const response = await fetch(`http://localhost:${app.port}/api/manage/status`, { headers });
  return statusEndpoints.getSystemStatus.response.parse(await response.json());
}

test('a downloaded backup can be restored, and the system status shows its time', async () => {
  const before = await readStatus();
  expect(before.findings.map(({ name }) => name)).toContain('backup-none');
  expect(before.backup.needsPassword).toBe(true);
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

test('a backup is refused without the password of the user, because a screen may be unlocked', async () => {
  for (const [body, code] of [
    [{}, 'missing'],
    [{ password: '' }, 'wrong-password'],
    [{ password: 'a wrong one' }, 'wrong-password'],
  ] as const) {
    const response = await makeBackup(body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: 'password', code }] });
  }
  expect(leftovers()).toEqual([]);
});

test('a downloaded backup contains no keys, sessions, passwords of a broker and secrets of webhooks, and users log in again after its restore', async () => {
  const broker = { id: 1, revision: 1, broker_address: 'mqtt://broker', broker_password: 'of the broker' };
  await app.database.query.deleteFrom('equipment').execute();
  await app.database.query.insertInto('equipment').values(broker).execute();
  const { uuid: locationUUID } = app.home.nurseLocation;
  const values = {
    locationUUID,
    channel: 'webhook',
    name: 'Desk',
    address: 'https://a.example/',
    language: 'en',
  } as const;
  const contact = await addContact(app.database.query, values, createServerSource());
  const signingSecret = (await findContact(app.database.query, contact))?.secret ?? expect.unreachable();
  const keys = await app.database.query.selectFrom('identity_key').select('value').execute();
  const secrets = keys.flatMap(({ value }) => value.match(/"(?:d|secret)":"([^"]+)"/g) ?? []);
  expect(secrets).toHaveLength(2);
  const { length: sessionCount } = await app.database.query.selectFrom('identity_record').select('id').execute();
  expect(sessionCount).toBeGreaterThan(0);
  const bytes = Buffer.from(await (await makeBackup()).arrayBuffer());
  for (const secret of [...secrets, broker.broker_password, signingSecret]) expect(bytes.includes(secret)).toBe(false);
  const restored = { DATA_DIR: join(app.dataFolder, 'restored') };
  mkdirSync(restored.DATA_DIR);
  const file = join(app.dataFolder, 'without-secrets.sqlite');
  await writeFile(file, bytes);
  expect(verifyBackup(file).rowCounts).toMatchObject({ identity_key: 0, identity_record: 0, one_time_token: 0 });
  expect(await runCommand(restored, ['restore', file, '--yes', '--demo'])).toMatchObject({ code: 0 });

  const other = await startTestApp({ settings: restored });
  onTestFinished(() => other.close());
  const restoredContact = await findContact(other.database.query, contact);
  expect(restoredContact, 'it counts as not reached').toMatchObject({ secret: null, lastReason: 'no-secret' });
  const readWith = async (own: Readonly<Record<string, string>>) =>
    (await fetch(`${other.url}/api/manage/status`, { headers: own })).status;
  expect(await readWith(headers)).toBe(401);
  expect(await readWith(await headersOf(other))).toBe(200);
  const report = { method: 'POST', headers: { ...headers, authorization: `Bearer ${app.deviceKey}` } };
  const body = JSON.stringify({ stream: app.home.rooms[0]?.uuid, status: 3 });
  expect((await fetch(`${other.url}/api/reports`, { ...report, body })).status, 'device keys stay').toBe(200);
});

test('with an external identity provider a backup needs no password, a second backup at the same time is refused, and a disconnected caller does not block the next', async () => {
  const file = join(app.dataFolder, 'external.sqlite');
  const database = await openSqliteDatabase({ file });
  await database.migrate();
  await seedSmallHome(database);
  const other = await startSmallApp({ database, status: { databaseFile: file } });
  onTestFinished(async () => {
    // Closes the connections whose responses were not read. Otherwise the server would wait for them.
    other.fastify.server.closeAllConnections();
    await other.close();
    await database.close();
  });
  const own = { ...headers, authorization: `Bearer ${other.users.token([everything], { roles: ['administrator'] })}` };
  const make = () => fetch(`${other.url}/api/manage/backup`, { method: 'POST', headers: own, body: '{}' });
  const [first, second] = await Promise.all([make(), make()]);
  expect([first.status, second.status].includes(200), 'one of them is made').toBe(true);
  expect([first.status, second.status].includes(409), 'the other is refused').toBe(true);
  await Promise.all([first.body?.cancel(), second.body?.cancel()]);
  expect(leftovers()).toEqual([]);
  const third = await make();
  expect(third.status).toBe(200);
  await third.arrayBuffer();
});

test('a download of a backup that fails leaves no file and does not count as the last backup', async () => {
  const before = (await readStatus()).backup.at;
  const blocker = join(app.dataFolder, 'demo.sqlite.download.part');
  await mkdir(blocker);
  expect((await makeBackup()).status).toBe(500);
  await rmdir(blocker);
  expect(leftovers()).toEqual([]);
  expect((await readStatus()).backup.at).toBe(before);
});
