/** The audit log of the operator's commands, which run while a server is running on the same data. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand, runDone } from '../support/app/run-command.ts';
import { startTestApp, type TestApp } from '../support/app/start-app.ts';

const homeFile = `clients:
  - displayName: Anker Care
    locations:
      - displayName: Harbour House
        wards:
          - displayName: Ward X
            streams: [{ displayName: Room 1, type: camera }]
`;

let app: TestApp;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'room-status-operator-audit-'));
  app = await startTestApp({ args: ['--no-demo'] });
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const done = (...words: string[]) => runDone(app.settings, words);

async function importHome(text: string): Promise<void> {
  const file = join(folder, 'home.yaml');
  writeFileSync(file, text);
  await done('import', file, '--remove-missing');
}

const readEvents = () =>
  app.database.query
    .selectFrom('audit_event')
    .selectAll()
    .where('actor_kind', '=', 'operator')
    .orderBy('sequence')
    .execute();

/** The events since the last call, as `action object`. */
let readCount = 0;
beforeEach(() => {
  readCount = 0;
});
async function newEvents() {
  const events = (await readEvents()).slice(readCount);
  readCount += events.length;
  return events.map(({ action, object_name: name }) => (name === null ? action : `${action} ${name}`));
}

test('each command that changes something is recorded with the name of the operator, and none that only reads', async () => {
  await importHome(homeFile);
  expect(await newEvents()).toEqual([
    'client.add Anker Care',
    'location.add Harbour House',
    'ward.add Ward X',
    'room.add Room 1',
  ]);
  await done('drill', 'harbour-house/room-1');
  await done('device-key', 'add', 'gateway', '--scope', 'harbour-house');
  await done('device-key', 'revoke', 'gateway');
  await done('group', 'grant', 'night', 'ward-nurse', 'Ward X');
  await done('group', 'grant', 'night', 'ward-nurse', 'Ward X');
  await done('group', 'revoke', 'night', 'ward-nurse', 'Ward X');
  await runDone(app.settings, ['account', 'add', 'nora', '--group', 'night'], 'a long password\n');
  await runDone(app.settings, ['account', 'password', 'nora'], 'another password\n');
  await done('account', 'disable', 'nora');
  await done('account', 'enable', 'nora');
  await done('account', 'remove', 'nora');
  await done('keys', 'rotate');
  await done('prune', '--older-than', '90d');
  expect(await newEvents()).toEqual([
    'drill.start Room 1',
    'device-key.add gateway',
    'device-key.revoke gateway',
    'right.grant night',
    'right.revoke night',
    'account.add nora',
    'account.change-password nora',
    'account.disable nora',
    'account.enable nora',
    'account.remove nora',
    'provider-keys.rotate',
    'data.prune',
  ]);
  for (const words of ['export', 'streams', 'device-key list', 'group list', 'account list', 'check']) {
    await runCommand(app.settings, words.split(' '));
  }
  await done('prune', '--older-than', '90d', '--dry-run');
  await done('remove', 'harbour-house/room-1', '--dry-run');
  expect(await newEvents()).toEqual([]);
  const events = await readEvents();
  const pruned = events.find(({ action }) => action === 'data.prune')?.new_values ?? '';
  expect(JSON.parse(pruned)).toMatchObject({ reports: 0, alerts: 0, sessions: 0, auditEvents: 0 });
  expect(new Set(events.map(({ actor_name: name }) => name))).toEqual(new Set([userInfo().username]));
  expect(JSON.stringify(events)).not.toMatch(/rsk_|long password|another password|scrypt/);
});

test('an import is recorded room by room with the values before and after, and with the client', async () => {
  await importHome(homeFile);
  const [client] = await app.database.query.selectFrom('client').select('uuid').execute();
  await newEvents();
  await importHome(homeFile.replace('Room 1, type: camera', 'Room 1 <b>, type: bed-sensor, alias: room-1'));
  expect(await newEvents()).toEqual(['room.change Room 1 <b>']);
  await done('remove', 'Anker Care');
  expect(await newEvents()).toEqual([
    'room.remove Room 1 <b>',
    'ward.remove Ward X',
    'location.remove Harbour House',
    'client.remove Anker Care',
  ]);
  const events = await readEvents();
  expect(new Set(events.map(({ client_uuid: uuid }) => uuid))).toEqual(new Set([client?.uuid]));
  const change = events.find(({ action }) => action === 'room.change');
  expect(JSON.parse(change?.old_values ?? '')).toEqual({ displayName: 'Room 1', type: 'camera' });
  expect(JSON.parse(change?.new_values ?? '')).toEqual({ displayName: 'Room 1 <b>', type: 'bed-sensor' });
});

test('an import that fails in its middle records nothing', async () => {
  await importHome(homeFile);
  await newEvents();
  await app.database.query.updateTable('stream').set({ has_reports: 1 }).execute();
  expect((await runCommand(app.settings, ['remove', 'Anker Care'])).code).toBe(1);
  expect(await newEvents()).toEqual([]);
});

test('a room that moves to another client is recorded for both clients', async () => {
  await importHome(homeFile);
  const { uuid: room } = await app.database.query.selectFrom('stream').select('uuid').executeTakeFirstOrThrow();
  await newEvents();
  const moved = homeFile
    .replaceAll('Anker', 'Birch')
    .replace('Harbour House', 'Beech House')
    .replace('{ displayName: Room 1', `{ uuid: ${room}, displayName: Room 1`);
  writeFileSync(join(folder, 'home.yaml'), moved);
  await done('import', join(folder, 'home.yaml'));
  const clients = await app.database.query.selectFrom('client').select('uuid').execute();
  const changes = (await readEvents()).filter(({ action }) => action === 'room.change');
  expect(new Set(changes.map(({ client_uuid: uuid }) => uuid))).toEqual(new Set(clients.map(({ uuid }) => uuid)));
  expect([clients.length, changes.length]).toEqual([2, 2]);
});
