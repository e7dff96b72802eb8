import { expect, onTestFinished, test } from 'vitest';
import { type SmallApp, type SmallAppOptions, startSmallApp } from '../../../tests/support/app/start-small-app.ts';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import { everything, seedSmallHome, small } from '../../../tests/support/homes/small-home.ts';
import { statusEndpoints } from '../../contract/status/status.ts';
import { unreachableStatusCode } from '../../domain/ingest/online.ts';

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

test('the system status lists a room that sends nothing with its ward and the time of its last message', async () => {
  const app = await start();
  const seenAt = Date.parse('2026-03-01T01:00:00Z');
  await app.database.query
    .updateTable('stream')
    .set({
      room_status: unreachableStatusCode,
      status_before_silence: 4,
      seen_at: seenAt,
      last_notification: 0,
      revision: 1,
    })
    .where('uuid', '=', small.streamA1x1)
    .execute();
  const others = app.database.query.updateTable('stream').set({ room_status: 5, revision: 1, seen_at: seenAt });
  await others.where('uuid', 'in', [small.streamA1x2, small.streamA1y1]).execute();
  const { silentRooms, findings } = await readStatus(app);
  expect(silentRooms).toEqual([
    { room: 'Room 1', ward: 'Ward X', location: 'Harbour House', since: '2026-03-01T01:00:00.000Z' },
  ]);
  expect(findings.find(({ part }) => part === 'devices')).toMatchObject({
    name: 'devices-silent',
    since: '2026-03-01T01:00:00.000Z',
    values: { count: 1, total: 3 },
  });
  expect(findings.find(({ part }) => part === 'rooms')?.values).toEqual({ count: 2, total: 5 });
});

test('the system status lists rooms that never sent anything as such, and "all silent since" is the newest time of a silent room', async () => {
  const app = await start();
  const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);
  const silence = (room: string, values: object) =>
    app.database.query
      .updateTable('stream')
      .set({
        room_status: unreachableStatusCode,
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
  await silence(small.streamB1x1, { seen_at: addedAt, watched_since: addedAt });
  const { silentRooms, findings } = await readStatus(app);
  expect(silentRooms.map(({ since }) => since?.slice(11, 16))).toEqual([
    '02:00',
    '01:00',
    '00:30',
    undefined,
    undefined,
  ]);
  expect(findings.find(({ part }) => part === 'devices')?.since).toBe('2026-03-01T02:00:00.000Z');
});

test('a fall in an unknown room is a problem of the system status until staff have found the room', async () => {
  const at = '2026-03-01T01:00:00.000Z';
  const app = await start({ now: () => Date.parse(at) });
  expect((await app.report({ room: 'room-999', status: 'man_down' })).status).toBe(422);
  await expect
    .poll(async () => (await readStatus(app)).findings[0])
    .toMatchObject({ name: 'unknown-room-alerts', level: 'problem', since: at, values: { rooms: 'room-999' } });
});

test('the system status names the rooms, wards and locations whose rules weaken the alert of a fall', async () => {
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
  const places = 'Beech House, Room 1 (Ward X), Ward Y (Harbour House)';
  await setRules({ man_down: false }, small.streamA1x1, small.streamA1y1, small.streamB1x1);
  expect(await alertsOff()).toEqual({ places });
  await setRules({ man_down: { priority: 'medium' } }, small.streamA1x1);
  await setRules({ man_down: { priority: 'high', between: '21:00-06:00' } }, small.streamB1x1);
  expect(await alertsOff(), 'lowered, or at some hours only').toEqual({ places });
});

test('the system status shows since when a process has a failure, and drops the failure when it ends', async () => {
  let now = Date.parse('2026-03-01T01:00:00Z');
  let hasOutage = true;
  const app = await start({ now: () => now, receiver: { hasOutage: () => hasOutage } });
  await readStatus(app);
  now += 60_000;
  expect((await readStatus(app)).findings[0]).toMatchObject({ name: 'not-storing', since: '2026-03-01T01:00:00.000Z' });
  hasOutage = false;
  expect(namesOf((await readStatus(app)).findings)).toContain('database-ok');
});

test('the system status shows where room statuses are published, or that no server reaches the broker', async () => {
  const broker = { isReached: true };
  const topic = 'room-status-3f2a9c1e';
  const app = await start({ status: { publishedTopic: () => topic, isPublishing: () => broker.isReached } });
  const publisher = async () => (await readStatus(app)).findings.find(({ part }) => part === 'publisher');
  expect(await publisher()).toMatchObject({ name: 'publisher-ok', level: 'ok', values: { topic } });
  broker.isReached = false;
  expect(await publisher()).toMatchObject({ name: 'publisher-down', level: 'problem' });
  const headers = { authorization: `Bearer ${administrator(app)}` };
  const contacts: unknown = await (await fetch(`${app.url}/api/manage/contacts`, { headers })).json();
  expect(contacts, 'the page of notifications names it too').toMatchObject({ publishedTopic: topic });
});

test.each([
  ['messageCheckAgeSeconds', 'messages-stopped'],
  ['watchdogAgeSeconds', 'watchdog-stopped'],
] as const)(
  'when the checks of %s have failed for more than a minute, the system status says %s',
  async (age, finding) => {
    let seconds: number | undefined;
    const app = await start({ status: { [age]: () => seconds } });
    const found = async () => (await readStatus(app)).findings.find(({ name }) => name === finding);
    for (const early of [undefined, 60]) {
      seconds = early;
      expect(await found()).toBeUndefined();
    }
    seconds = 61;
    expect(await found()).toMatchObject({ level: 'problem' });
  },
);

test('the system status lists the newest log events without details, and equal events in a row once', async () => {
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

test('on PostgreSQL the download of a backup is refused with the reason', async () => {
  const app = await start();
  const headers = { authorization: `Bearer ${administrator(app)}`, 'content-type': 'application/json' };
  const response = await fetch(`${app.url}/api/manage/backup`, { method: 'POST', headers, body: '{}' });
  expect(response.status).toBe(409);
  expect(await response.text()).toContain('pg_dump');
});

test('processes on PostgreSQL show each other and their wrong clocks in the system status, and a stopped process is not missing', async ({
  skip,
}) => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  if (database.kind === 'sqlite') return skip('one process owns SQLite');
  await seedSmallHome(database);
  const first = await start({ database, processName: 'first:1' });
  const fast = () => Date.now() + 10_000;
  const second = await startSmallApp({ database, processName: 'second:1', now: fast });
  const listed = async () => (await readStatus(first)).processes.map(({ name }) => name);
  await expect.poll(listed).toEqual(['first:1', 'second:1']);
  const wrong = (await readStatus(first)).findings.filter(({ name }) => name === 'clock-wrong');
  expect(wrong.map(({ values }) => values)).toEqual([{ name: 'second:1', seconds: 10 }]);
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
