import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/app/start-app.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { isHighPriority } from '../../domain/room-status.ts';
import { checkData } from '../maintenance/check-data.ts';
import { parseAlerts } from '../database/open-alerts.ts';
import { readDemoHome } from './demo-home.ts';
import { startDemo } from './run-demo.ts';

const log = { warn: () => undefined };
const { rooms } = readDemoHome();

// Residents who get up raise alerts at night only, so the clock of the tests starts at 02:00.
const aheadOfTestsMs = Date.UTC(2026, 10, 26, 2) - Date.now();
const now = () => Date.now() + aheadOfTestsMs;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ now });
});
afterEach(() => app.close());

const readStreams = () => app.database.query.selectFrom('stream').selectAll().orderBy('uuid').execute();
function demoOptions(seed: number) {
  const { database, bus, metrics, receiver } = app.server;
  return { database, bus, metrics, receiver, now, random: seededRandom(seed), log };
}

/** Checks the order of the report log, that it ends with the statuses of the board, and that its falls were answered. */
async function expectLogOfBoard(board: Awaited<ReturnType<typeof readStreams>>): Promise<void> {
  const { query } = app.database;
  const entries = await query.selectFrom('report').selectAll().orderBy('sequence').execute();
  const times = entries.map((entry) => entry.received_at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const newest = new Map(entries.map((entry) => [entry.stream_uuid, entry]));
  const active = board.filter(({ status }) => status === 'ACTIVE');
  for (const { uuid, room_status, revision, display_name } of active) {
    expect(newest.get(uuid), display_name).toMatchObject({ status: room_status, revision });
  }
  const falls = new Set(entries.filter(({ status }) => status === 1).map((entry) => entry.stream_uuid));
  const events = await query.selectFrom('alert_event').select(['stream_uuid', 'event']).execute();
  for (const stream of falls) {
    const eventsOfRoom = events.filter((event) => event.stream_uuid === stream).map(({ event }) => event);
    expect(eventsOfRoom).toContain('opened');
  }
  expect(events.filter(({ event }) => event === 'resolved').length).toBeGreaterThan(100);
}

test('every start of the demo gives each monitored room a history of reports', async () => {
  for (const seed of [1, 2]) {
    // The state that an earlier run of the demo can leave: offline devices and pending debounces.
    await app.database.query
      .updateTable('stream')
      .set({ status_before_silence: 3, pending_status: 3, pending_at: 1, pending_notification: 1, pending_due_at: 2 })
      .where('status', '=', 'ACTIVE')
      .execute();
    const demo = startDemo(demoOptions(seed));
    await demo.filled;
    await demo.stop();
    const board = await readStreams();
    const active = board.filter(({ status }) => status === 'ACTIVE');
    for (const stream of board) expect(stream.revision > 0, stream.display_name).toBe(stream.status === 'ACTIVE');
    for (const stream of active) {
      expect(stream, stream.display_name).toMatchObject({ pending_status: null, status_before_silence: null });
    }
    expect(active.filter(({ last_notification }) => last_notification === null)).toHaveLength(1);
    const alerts = board.flatMap(({ open_alerts }) => parseAlerts(open_alerts));
    expect(alerts.filter(({ latches, state }) => latches && state === 'raised')).not.toEqual([]);
    const answered = alerts.filter(
      ({ latches, state }) => latches && (state === 'acknowledged' || state === 'attended'),
    );
    expect(answered).not.toEqual([]);
    const needsAlert = active.filter(
      (one) => isHighPriority(one.room_status) && one.room_status === one.last_notification,
    );
    for (const stream of needsAlert) expect(stream.open_alerts, stream.display_name).not.toBeNull();
    expect((await checkData(app.database, true)).filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
    await expectLogOfBoard(board);
    const inBed = rooms.filter(({ state }) => state === 'in-bed').map(({ uuid }) => uuid);
    for (const stream of board) if (inBed.includes(stream.uuid)) expect(stream.room_status).toBe(5);
  }
});

test('the rooms of a running demo report, and staff answer their alerts', async () => {
  let aheadMs = 0;
  const demo = startDemo({ ...demoOptions(5), now: () => now() + aheadMs });
  await demo.filled;
  const before = await readStreams();
  const acknowledged = async () => {
    const events = app.database.query.selectFrom('alert_event').select('sequence').where('event', '=', 'acknowledged');
    return (await events.execute()).length;
  };
  const acknowledgedBefore = await acknowledged();
  // The clock of the demo jumps ahead by ten minutes, for which the residents then report.
  aheadMs = 600_000;
  await vi.waitFor(async () => {
    const changed = (await readStreams()).filter(({ revision }, index) => revision !== before[index]?.revision);
    expect(changed.length).toBeGreaterThan(10);
    expect(await acknowledged()).toBeGreaterThan(acknowledgedBefore);
  }, 20_000);
  await demo.stop();
});

test('staff of the demo leave the alerts of added rooms to visitors', async () => {
  const { query } = app.database;
  const wards = query.selectFrom('ward').select('uuid');
  const { uuid: ward_uuid } = await wards.executeTakeFirstOrThrow();
  const added = Array.from({ length: 20 }, (_, index) => `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
  const room = { ward_uuid, type: 'camera', status: 'ACTIVE', room_status: -1, revision: 0 } as const;
  const rows = added.map((uuid) => ({ ...room, uuid, display_name: uuid }));
  await query.insertInto('stream').values(rows).execute();
  const demo = startDemo(demoOptions(5));
  await demo.filled;
  const { uuid: simulated = '' } = rooms.find(({ status }) => status === 'ACTIVE') ?? {};
  const fall = { kind: 'report', status: 1, at: null, notification: true, id: null, debounceMs: null } as const;
  const falls = [...added, simulated].map((streamUUID) => ({ ...fall, streamUUID }));
  await app.server.receiver.receive(falls, { keyId: 'visitor', scope: { kind: 'everything' } });
  const statesOf = async (uuids: readonly string[]) => {
    const streams = (await readStreams()).filter(({ uuid }) => uuids.includes(uuid));
    const alerts = streams.flatMap(({ open_alerts }) => parseAlerts(open_alerts));
    return alerts.filter(({ status }) => status === 1).map(({ state }) => state);
  };
  await vi.waitFor(async () => expect(await statesOf([simulated])).not.toContain('raised'), 60_000);
  expect(await statesOf(added)).toEqual(added.map(() => 'raised'));
  await demo.stop();
}, 90_000);
