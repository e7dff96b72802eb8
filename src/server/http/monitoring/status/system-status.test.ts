import { expect, onTestFinished, test } from 'vitest';
import {
  type SmallApp,
  type SmallAppOptions,
  startSmallApp,
} from '../../../../../tests/support/app/start-small-app.ts';
import { openTestDatabase } from '../../../../../tests/support/database/test-database.ts';
import { everything, seedSmallHome, small } from '../../../../../tests/support/homes/small-home.ts';
import { statusEndpoints } from '../../../../contract/manage/status.ts';
import { unreachableStatus } from '../../../../domain/ingest/online.ts';
import { serverActor } from '../../../audit/audit-actors.ts';
import { recordAudit } from '../../../audit/record-audit.ts';

async function start(options: SmallAppOptions = {}) {
  const app = await startSmallApp(options);
  onTestFinished(() => app.close());
  return app;
}

async function readStatus(app: SmallApp) {
  const response = await app.get('/manage/status', administrator(app));
  expect(response.status).toBe(200);
  return statusEndpoints.getSystemStatus.response.parse(await response.json());
}

const administrator = (app: SmallApp) =>
  app.users.token([everything], { roles: ['administrator'], expiresAt: Number.MAX_SAFE_INTEGER });

const namesOf = (findings: readonly { readonly name: string }[]) => findings.map(({ name }) => name);

test('only an administrator of everything gets the system status and a backup', async () => {
  const app = await start();
  const ofClient = app.users.token([{ kind: 'client', uuid: small.clientA }], { roles: ['administrator'] });
  expect((await app.get('/manage/status', ofClient)).status).toBe(403);
  const headers = { authorization: `Bearer ${ofClient}` };
  expect((await fetch(`${app.url}/api/manage/backup`, { method: 'POST', headers })).status).toBe(403);
});

test('a room that sends nothing is listed with its ward and when it was heard last', async () => {
  const app = await start();
  const seenAt = Date.parse('2026-03-01T01:00:00Z');
  await app.database.query
    .updateTable('stream')
    .set({ room_status: unreachableStatus, status_before_silence: 4, seen_at: seenAt, last_notification: 0 })
    .where('uuid', '=', small.streamA1x1)
    .execute();
  const { silentRooms, findings } = await readStatus(app);
  expect(silentRooms).toEqual([
    { room: 'Room 1', ward: 'Ward X', location: 'Harbour House', since: '2026-03-01T01:00:00.000Z' },
  ]);
  expect(findings.find(({ part }) => part === 'devices')).toMatchObject({
    name: 'devices-silent',
    since: '2026-03-01T01:00:00.000Z',
    values: { count: 1 },
  });
});

test('a room whose gateway reports that its camera is unreachable sends nothing since that report', async () => {
  const at = '2026-03-01T01:00:00.000Z';
  const app = await start({ now: () => Date.parse(at) + 60_000 });
  await app.report({ stream: small.streamA1x1, status: 'camera_unreachable', at });
  expect((await readStatus(app)).silentRooms).toMatchObject([{ room: 'Room 1', since: at }]);
});

test('rooms that were never heard are listed as such, and all silent rooms are silent since the newest of them', async () => {
  const app = await start();
  const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);
  const silence = (room: string, values: object) =>
    app.database.query
      .updateTable('stream')
      .set({
        room_status: unreachableStatus,
        status_before_silence: -1,
        last_notification_sent: at('05:00'),
        ...values,
      })
      .where('uuid', '=', room)
      .execute();
  const addedAt = at('04:00');
  await silence(small.streamA1x1, { seen_at: at('01:00'), watched_since: 0, reported_at: at('01:00') });
  await silence(small.streamA2x1, { seen_at: at('02:00'), watched_since: null, reported_at: at('01:30') });
  await silence(small.streamA1x2, { seen_at: addedAt, watched_since: addedAt, reported_at: null });
  await silence(small.streamA1y1, { seen_at: addedAt, watched_since: addedAt, reported_at: at('00:30') });
  await silence(small.streamB1x1, { display_name: 'Room 10', seen_at: addedAt, watched_since: addedAt });
  const { silentRooms, findings } = await readStatus(app);
  expect(silentRooms.slice(3).map(({ room }) => room)).toEqual(['Room 2', 'Room 10']);
  expect(silentRooms.map(({ since }) => since?.slice(11, 16))).toEqual([
    '02:00',
    '01:00',
    '00:30',
    undefined,
    undefined,
  ]);
  expect(findings.find(({ part }) => part === 'devices')?.since).toBe('2026-03-01T02:00:00.000Z');
});

test('rooms with a low battery are named, without INACTIVE rooms and values that are older than a week', async () => {
  const at = Date.parse('2026-03-01T01:00:00Z');
  const app = await start({ now: () => at });
  const row = (uuid: string, source: string, battery: number, age = 0) => ({
    stream_uuid: uuid,
    source,
    battery,
    signal: null,
    signal_unit: null,
    at: at - age,
  });
  await app.database.query
    .insertInto('source_battery')
    .values([
      row(small.streamA1x1, 'zigbee/bed', 15),
      row(small.streamA1x1, 'zigbee/fall', 12),
      row(small.streamA1x2, 'zigbee/bed', 16),
      row(small.streamA1x3, 'zigbee/bed', 1),
      row(small.streamA2x1, 'zigbee/bed', 1, 8 * 24 * 3_600_000),
    ])
    .execute();
  const { findings } = await readStatus(app);
  expect(findings.find(({ part }) => part === 'batteries')).toMatchObject({
    name: 'batteries-low',
    values: { count: 1, rooms: 'Room 1 (Ward X)' },
  });
});

test('a fall for a room that nobody knows is a problem until somebody has found the room', async () => {
  const at = '2026-03-01T01:00:00.000Z';
  const app = await start({ now: () => Date.parse(at) });
  expect((await app.report({ room: 'room-999', status: 'man_down' })).status).toBe(422);
  await expect
    .poll(async () => (await readStatus(app)).findings[0])
    .toMatchObject({ name: 'unknown-room-alerts', level: 'problem', since: at, values: { rooms: 'room-999' } });
});

test('the status names where a fall is not alerted: single rooms, wards and locations', async () => {
  const app = await start();
  const setRules = (alerts: object, ...streams: readonly string[]) =>
    app.database.query
      .updateTable('stream')
      .set({ rules: JSON.stringify({ alerts }) })
      .where('uuid', 'in', streams)
      .execute();
  const alertsOff = async () => (await readStatus(app)).findings.find(({ name }) => name === 'alerts-off')?.values;
  await setRules({ out_of_bed: false, in_bed: { priority: 'medium', latches: false } }, small.streamA1x2);
  expect(await alertsOff(), 'only about statuses of high priority').toBeUndefined();
  await setRules({ man_down: false }, small.streamA1x1, small.streamA1y1, small.streamB1x1);
  expect(await alertsOff()).toEqual({ places: 'Beech House, Room 1 (Ward X), Ward Y (Harbour House)' });
});

test('the status says since when the process has noticed a failure, and drops the failure when it ends', async () => {
  let now = Date.parse('2026-03-01T01:00:00Z');
  let hasOutage = true;
  const app = await start({ now: () => now, receiver: { hasOutage: () => hasOutage } });
  await readStatus(app);
  now += 60_000;
  expect((await readStatus(app)).findings[0]).toMatchObject({ name: 'not-storing', since: '2026-03-01T01:00:00.000Z' });
  hasOutage = false;
  expect(namesOf((await readStatus(app)).findings)).toContain('database-ok');
});

test('the newest events of the log are listed, the same event in a row once, without the details of the log line', async () => {
  const app = await start();
  const about = 'mqtt://broker:1883';
  app.fastify.log.info({ event: 'broker-lost', about, password: 'secret', err: new Error('secret') }, 'lost');
  app.fastify.log.info({ event: 'broker-lost', about }, 'lost');
  app.fastify.log.info({ event: 'unknown', about: 'secret' }, 'not an event');
  const { processes } = await readStatus(app);
  expect(processes[0]?.events).toMatchObject([
    { event: 'broker-lost', about, count: 2 },
    { event: 'started', about: null, count: 1 },
  ]);
  expect(JSON.stringify(processes)).not.toContain('secret');
});

test('the last verified backup counts, not one that was begun', async () => {
  const app = await start();
  const entry = { actor: serverActor, clientUUID: null };
  await recordAudit(app.database.query, { ...entry, at: 2_000, action: 'data.backup' });
  expect((await readStatus(app)).backup.at).toBeNull();
  await recordAudit(app.database.query, { ...entry, at: 3_000, action: 'data.backup-complete' });
  expect((await readStatus(app)).backup.at).toBe('1970-01-01T00:00:03.000Z');
});

test('with PostgreSQL the backup is refused with the reason', async () => {
  const app = await start();
  const headers = { authorization: `Bearer ${administrator(app)}` };
  const response = await fetch(`${app.url}/api/manage/backup`, { method: 'POST', headers });
  expect(response.status).toBe(409);
  expect(await response.text()).toContain('pg_dump');
});

test('processes on PostgreSQL tell about each other, and one that was stopped is not missing', async ({ skip }) => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  if (database.kind === 'sqlite') return skip('one process owns SQLite');
  await seedSmallHome(database);
  const first = await start({ database, processName: 'first:1' });
  const second = await startSmallApp({ database, processName: 'second:1' });
  const listed = async () => (await readStatus(first)).processes.map(({ name }) => name);
  await expect.poll(listed).toEqual(['first:1', 'second:1']);
  await second.close();
  await expect.poll(listed).toEqual(['first:1']);
  await database.query
    .updateTable('server_process')
    .set({
      name: 'killed:1',
      facts: JSON.stringify({
        ...(await readStatus(first)).processes[0],
        name: 'killed:1',
        seenAt: '2020-01-01T00:00:00Z',
      }),
    })
    .execute();
  expect((await readStatus(first)).findings[0]).toMatchObject({
    name: 'process-missing',
    values: { name: 'killed:1' },
  });
});
