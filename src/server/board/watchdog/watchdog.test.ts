import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeRoom, everything, small } from '../../../../tests/support/homes/small-home.ts';
import { createTestReceiver } from '../../../../tests/support/reports/test-receiver.ts';
import { openSmallHome } from '../../../../tests/support/database/test-database.ts';
import { applyAlertAction } from '../../../domain/alerts/alert-actions.ts';
import { startPause } from '../../../domain/alerts/alert-hold.ts';
import type { IncomingItem } from '../../../domain/ingest/incoming.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import type { Database } from '../../database/database.ts';
import { parseAlerts } from '../../database/open-alerts.ts';
import { importHome } from '../../home/home-file/import/import-home.ts';
import { changeAlerts } from '../../alerts/change-alerts.ts';
import type { ReportReceiver } from '../../intake/reports/receive-reports.ts';
import { createMetrics } from '../../shared/metrics.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const sender = { keyId: 'gateway', scope: everything };
const room = small.streamA1x1;

let database: Database;
let receiver: ReportReceiver;
let watchdog: Watchdog;
let wallTime: number;
let monotonicTime: number;
let warnings: object[];
const startWatchdog = () =>
  createWatchdog({
    database,
    receiver,
    now: () => wallTime,
    monotonic: () => monotonicTime,
    log: { warn: (details) => void warnings.push(details) },
  });
beforeEach(async () => {
  [wallTime, monotonicTime, warnings] = [noon, 0, []];
  database = await openSmallHome();
  receiver = createTestReceiver(database, { now: () => wallTime });
  watchdog = startWatchdog();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
});

const fail = () => {
  throw new Error('unavailable');
};
function pass(seconds: number): void {
  wallTime += seconds * 1000;
  monotonicTime += seconds * 1000;
}
/** Lets time pass with a check every 5 s. */
async function passWithChecks(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) {
    pass(Math.min(5, seconds - passed));
    await watchdog.check();
  }
}
const report = async (change: Partial<Extract<IncomingItem, { kind: 'report' }>> = {}) =>
  receiver.receive(
    [
      {
        kind: 'report',
        streamUUID: room,
        status: 5,
        at: null,
        notification: true,
        id: null,
        debounceMs: null,
        ...change,
      },
    ],
    sender,
  );
const row = () => database.query.selectFrom('stream').selectAll().where('uuid', '=', room).executeTakeFirstOrThrow();
const log = () =>
  database.query
    .selectFrom('report')
    .select(['status', 'notification', 'device_key_id as by', 'effect', 'revision'])
    .orderBy('sequence')
    .execute();

/** Adds a room as the set-up and the administration do. */
async function importRoom() {
  const place = 'the test';
  const stream = { displayName: 'Room 9', place, children: [] };
  const ward = { displayName: 'Ward X', place, children: [stream] };
  const home = [
    { displayName: 'Anker Care', place, children: [{ displayName: 'Harbour House', place, children: [ward] }] },
  ];
  await importHome(database, home, { isDryRun: false, removeMissing: false, now: wallTime });
  const added = database.query.selectFrom('stream').select('uuid').where('display_name', '=', 'Room 9');
  return added.executeTakeFirstOrThrow();
}

describe('silent devices', () => {
  test('a silent device is offline after 90 s, and shows its last real status after the next heartbeat', async () => {
    await report();
    await passWithChecks(85);
    expect((await row()).room_status).toBe(5);
    await passWithChecks(10);
    expect(await row()).toMatchObject({ room_status: 12, last_notification: 12, status_before_silence: 5 });
    await receiver.receive([{ kind: 'heartbeat', streamUUID: room }], sender);
    expect(await row()).toMatchObject({ room_status: 5, last_notification: 12, status_before_silence: null });
    expect(await log()).toEqual([
      { status: 5, notification: 1, by: 'gateway', effect: 'applied', revision: 1 },
      { status: 12, notification: 1, by: 'watchdog', effect: 'applied', revision: 2 },
      { status: 5, notification: 0, by: 'watchdog', effect: 'applied', revision: 3 },
    ]);
  });

  test('a silent device goes offline once although several processes run a watchdog', async () => {
    await report();
    const others = [startWatchdog(), startWatchdog()];
    await passWithChecks(89);
    pass(5);
    await Promise.all([watchdog, ...others].map((one) => one.check()));
    expect((await log()).filter(({ by }) => by === 'watchdog')).toHaveLength(1);
  });

  test('a new room has no device until its first message, and can only go offline after that', async () => {
    const { uuid } = await importRoom();
    const added = () =>
      database.query.selectFrom('stream').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow();
    await passWithChecks(600);
    expect(await added()).toMatchObject({ room_status: -1, revision: 0, open_alerts: null });
    await receiver.receive([{ kind: 'heartbeat', streamUUID: uuid }], sender);
    await passWithChecks(100);
    expect((await added()).room_status).toBe(12);
  });

  test('more than a thousand silent devices go offline in one check of the watchdog', async () => {
    const { query } = database;
    const others = Array.from({ length: 1_000 }, (_, index) => ({
      uuid: `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      ward_uuid: small.wardA1x,
      display_name: `Bed ${index}`,
      type: 'bed-sensor' as const,
      status: 'ACTIVE' as const,
      room_status: 5,
      revision: 1,
      seen_at: wallTime,
    }));
    await query.insertInto('stream').values(others).execute();
    await report();
    await passWithChecks(100);
    const offline = query.selectFrom('stream').select('uuid').where('status_before_silence', 'is not', null);
    expect(await offline.execute()).toHaveLength(1_001);
  });

  test('silent devices go offline even if the rules stored for a stream are not valid JSON', async () => {
    const rules = 'no JSON';
    await database.query.updateTable('stream').set({ rules }).where('uuid', 'in', [room, small.streamA1x2]).execute();
    await report();
    await report({ streamUUID: small.streamA2x1 });
    await passWithChecks(95);
    const silent = database.query.selectFrom('stream').select('uuid').where('status_before_silence', 'is not', null);
    expect(await silent.orderBy('uuid').execute()).toEqual([{ uuid: room }, { uuid: small.streamA2x1 }]);
  });

  test('a room that never sent anything stays without a device when the clock of the server is set back', async () => {
    const future = noon + 3_600_000;
    await changeRoom(database, room, { seen_at: future, watched_since: future });
    await passWithChecks(2);
    const { seen_at, watched_since } = await row();
    expect(seen_at).toBeLessThan(future);
    expect(watched_since).toBe(seen_at);
  });

  test('a silent device without an offline time or with an inactive stream does not go offline', async () => {
    await changeRoom(database, room, { rules: '{"offlineAfterSeconds":null}' });
    await report();
    await report({ streamUUID: small.streamA1x3 });
    await passWithChecks(300);
    expect((await log()).map(({ by }) => by)).toEqual(['gateway', 'gateway']);
  });
});

describe('silence while the server did not listen', () => {
  test('silence of a device before a restart of the server does not count towards its offline time', async () => {
    await report();
    pass(3_600);
    watchdog = startWatchdog();
    await passWithChecks(85);
    expect((await row()).room_status).toBe(5);
    await passWithChecks(10);
    expect((await row()).room_status).toBe(12);
  });

  test.each([3_600, -3_600])(
    'silence of a device does not count when the clock is set by %i s, and later silence does',
    async (jump) => {
      await report();
      await passWithChecks(30);
      wallTime += jump * 1000;
      await passWithChecks(85);
      expect((await row()).room_status).toBe(5);
      expect(warnings).toEqual([{ event: 'devices-not-checked', reason: `the clock was set by ${jump} s` }]);
      await passWithChecks(15);
      expect((await row()).room_status).toBe(12);
    },
  );

  test('silence of a device while the computer was suspended during the search for silent devices does not count', async () => {
    await report();
    await passWithChecks(85);
    const { query } = database;
    const asked = vi.spyOn(query, 'selectFrom').mockImplementationOnce((...args) => {
      pass(120);
      return query.selectFrom(...args);
    });
    pass(5);
    await watchdog.check();
    asked.mockRestore();
    expect((await row()).room_status).toBe(5);
    await passWithChecks(95);
    expect((await row()).room_status).toBe(12);
  });

  test('silence of a device while the database is unavailable does not count towards its offline time', async () => {
    await report();
    const select = vi.spyOn(database.query, 'selectFrom').mockImplementation(fail);
    for (let passed = 0; passed < 120; passed += 5) {
      pass(5);
      await expect(watchdog.check()).rejects.toThrow('unavailable');
    }
    select.mockRestore();
    await passWithChecks(85);
    expect((await row()).room_status).toBe(5);
    await passWithChecks(10);
    expect((await row()).room_status).toBe(12);
  });
});

test.each([
  ['15 s without a check do not restart the offline times', 15_000, 0, []],
  ['more than 15 s without a check restart the offline times', 15_001, 0, [{ reason: 'no check ran for 15 s' }]],
  ['a clock set by 2 s does not restart the offline times', 500, 2_000, []],
  ['a clock set by more than 2 s restarts the offline times', 500, 2_001, [{ reason: 'the clock was set by 2 s' }]],
])('restart of the offline times: %s', async (_title, passedMs, jumpMs, expected) => {
  pass(passedMs / 1000);
  wallTime += jumpMs;
  await watchdog.check();
  expect(warnings).toEqual(expected.map((warning) => ({ event: 'devices-not-checked', ...warning })));
});

test('a check whose search for silent devices fails is a failed check, and so is each one after it', async () => {
  await passWithChecks(60);
  vi.spyOn(database.query, 'updateTable').mockImplementation(fail);
  let failedInARow = 0;
  for (let count = 0; count < 240; count += 1) {
    pass(0.5);
    await watchdog.check().then(
      () => (failedInARow = 0),
      () => (failedInARow += 1),
    );
  }
  expect(failedInARow).toBeGreaterThan(200);
});

test('a debounced status is shown after the debounce time, with the time of its first report', async () => {
  await report();
  pass(60);
  await report({ status: 3, debounceMs: 4_000 });
  const reportedAt = wallTime;
  pass(3);
  await watchdog.check();
  expect(await row()).toMatchObject({ room_status: 5, revision: 1, pending_status: 3 });
  pass(1);
  await watchdog.check();
  expect(await row()).toMatchObject({ room_status: 3, last_notification_sent: reportedAt, pending_status: null });
  expect((await log()).map(({ by, effect, revision }) => [by, effect, revision])).toEqual([
    ['gateway', 'applied', 1],
    ['gateway', 'debouncing', 1],
    ['debounce', 'applied', 2],
  ]);
});

describe('alerts that the watchdog raises', () => {
  const nurse = { kind: 'user', subject: 'anna', displayName: 'Anna' } as const;
  const bus = createMemoryBus({ error: () => undefined });
  const metrics = createMetrics();
  const alerts = async () =>
    parseAlerts((await row()).open_alerts).map(({ state, raisedAgainCount }) => [state, raisedAgainCount]);
  const acknowledge = () =>
    changeAlerts({ database, bus, metrics }, room, ({ alerts: [alert], hold }) => {
      const done = alert === undefined ? 'refused' : applyAlertAction(alert, { kind: 'acknowledge' }, nurse, wallTime);
      if (typeof done === 'string') throw new Error(done);
      return { result: 'done', change: { transitions: [done], hold } };
    });
  const pause = (minutes: number) =>
    changeAlerts({ database, bus, metrics }, room, ({ hold }) => ({
      result: 'done',
      change: { transitions: [], hold: startPause(hold, minutes, nurse, wallTime) },
    }));
  const setRules = (rules: object) => changeRoom(database, room, { rules: JSON.stringify(rules) });

  test('an alert that is acknowledged and not resolved is raised again after three minutes, also after a restart', async () => {
    await setRules({ offlineAfterSeconds: null });
    await report({ status: 1 });
    await acknowledge();
    await passWithChecks(175);
    expect(await alerts()).toEqual([['acknowledged', 0]]);
    watchdog = startWatchdog();
    await passWithChecks(5);
    expect(await alerts()).toEqual([['raised', 1]]);
  });

  test('a rule whose time is over while the server is stopped raises its alert at the start', async () => {
    await setRules({ offlineAfterSeconds: null, alerts: { out_of_room: { after: 600 } } });
    await report({ status: 4 });
    await passWithChecks(595);
    expect(await alerts()).toEqual([['waiting', 0]]);
    wallTime += 3_600_000;
    watchdog = startWatchdog();
    await watchdog.check();
    expect(await alerts()).toEqual([['raised', 0]]);
  });

  test('when a pause ends by itself, the status that began meanwhile raises its alert', async () => {
    await pause(1);
    await report({ status: 13 });
    await passWithChecks(55);
    expect(await alerts()).toEqual([]);
    await passWithChecks(5);
    expect(await alerts()).toEqual([['raised', 0]]);
  });

  test('an alert is raised again once when its time and a pause end at the same moment', async () => {
    await setRules({ offlineAfterSeconds: null, alerts: { out_of_bed: { latches: true } } });
    await report({ status: 3 });
    await acknowledge();
    await report({ status: 5 });
    await pause(3);
    await report({ status: 3 });
    await passWithChecks(180);
    const history = await database.query.selectFrom('alert_event').select('event').orderBy('sequence').execute();
    expect(history.map(({ event }) => event)).toEqual(['opened', 'acknowledged', 'raised-again']);
    expect(await alerts()).toEqual([['raised', 1]]);
  });

  test('a waiting alert is raised once when the clock is set back during a pause, after a late fall', async () => {
    await setRules({ offlineAfterSeconds: null });
    await report({ status: -1, notification: true });
    await pause(2);
    await report({ status: 1, at: wallTime - 700_000 });
    wallTime -= 3_600_000;
    await watchdog.check();
    expect(await alerts()).toEqual([
      ['raised', 0],
      ['raised', 0],
    ]);
  });
});
