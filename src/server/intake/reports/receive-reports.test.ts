import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { everything, small, unknownUuid } from '../../../../tests/support/homes/small-home.ts';
import { createTestReceiver } from '../../../../tests/support/reports/test-receiver.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import type { Database } from '../../database/database.ts';
import { openSmallHome, openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { IncomingReport } from '../../../domain/ingest/incoming.ts';
import { maxWaitingItems, maxItemsBeforeOverload, type ReportReceiver } from './receive-reports.ts';

const night = Date.UTC(2026, 2, 1, 2);
const sender = { keyId: 'gateway', scope: everything };

let database: Database;
let receiver: ReportReceiver;
let published: WardUpdate[][];
beforeEach(async () => {
  database = await openSmallHome();
  published = [];
  const publish = (updates: readonly WardUpdate[]) => void published.push([...updates]);
  const bus = { ...createMemoryBus({ error: () => undefined }), publish };
  receiver = createTestReceiver(database, { bus, now: () => night });
});
afterEach(() => database.close());

const report = (change: Partial<IncomingReport> = {}): IncomingReport => ({
  kind: 'report',
  streamUUID: small.streamA1x1,
  status: 3,
  at: night - 1_000,
  notification: true,
  id: null,
  debounceMs: null,
  ...change,
});
const streamRow = (uuid: string) =>
  database.query.selectFrom('stream').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow();
const log = () => database.query.selectFrom('report').selectAll().orderBy('sequence').execute();

test('a report changes its stream, is logged and is published', async () => {
  expect(await receiver.receive([report({ id: 'a' })], sender)).toEqual([{ outcome: 'accepted', revision: 1 }]);
  expect(await streamRow(small.streamA1x1)).toMatchObject({
    display_name: 'Room 1',
    room_status: 3,
    last_notification: 3,
    last_notification_sent: night - 1_000,
    revision: 1,
    reported_at: night - 1_000,
  });
  expect(await log()).toEqual([
    {
      sequence: 1,
      stream_uuid: small.streamA1x1,
      report_id: 'a',
      status: 3,
      notification: 1,
      at: night - 1_000,
      received_at: night,
      revision: 1,
      device_key_id: 'gateway',
      effect: 'applied',
    },
  ]);
  const lastNotificationSent = '2026-03-01T01:59:59.000Z';
  const update = { uuid: small.streamA1x1, roomStatus: 3, lastNotification: 3, lastNotificationSent, revision: 1 };
  const alerts = [expect.objectContaining({ status: 3, state: 'raised', startedAt: lastNotificationSent })];
  expect(published).toEqual([[{ wardUUID: small.wardA1x, update: { ...update, alertRevision: 1, alerts } }]]);
});

describe('report ids', () => {
  const twice = [report({ id: 'a' }), report({ id: 'a' })];

  test('a report that is sent in two calls with the same id is stored once', async () => {
    await receiver.receive(twice.slice(0, 1), sender);
    await receiver.receive([report({ status: 6 })], sender);
    expect(await receiver.receive(twice.slice(1), sender)).toEqual([{ outcome: 'duplicate', revision: 2 }]);
    expect(await streamRow(small.streamA1x1)).toMatchObject({ room_status: 6, revision: 2 });
  });

  test('a report that is sent twice with the same id, in one list or in simultaneous calls, is stored once', async () => {
    const [list, ...calls] = await Promise.all([twice, twice.slice(0, 1)].map((one) => receiver.receive(one, sender)));
    expect(list).toEqual([
      { outcome: 'accepted', revision: 1 },
      { outcome: 'duplicate', revision: 1 },
    ]);
    expect(calls).toEqual([[{ outcome: 'duplicate', revision: 1 }]]);
    expect(await log()).toHaveLength(1);
  });

  test('two streams may use the same report id', async () => {
    const other = report({ id: 'a', streamUUID: small.streamB1x1 });
    const answers = await receiver.receive([report({ id: 'a' }), other], sender);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  });
});

test.each([
  [everything, 4],
  [{ kind: 'client', uuid: small.clientA } as const, 3],
  [{ kind: 'location', uuid: small.locationA1 } as const, 2],
  [{ kind: 'ward', uuid: small.wardA1x } as const, 1],
])('a device key with the scope %o can report for the streams of that scope only', async (scope, count) => {
  const uuids = [small.streamA1x1, small.streamA1y1, small.streamA2x1, small.streamB1x1, unknownUuid];
  const outcomes = await receiver.receive(
    uuids.map((streamUUID) => report({ streamUUID })),
    { keyId: 'scoped', scope },
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(
    uuids.map((_uuid, index) => (index < count ? 'accepted' : 'unknown-stream')),
  );
  expect(await log()).toHaveLength(count);
});

test('deliveries of one turn of the event loop share a transaction and get separate outcomes', async () => {
  const transact = vi.spyOn(database.reports, 'transact');
  const answers = await Promise.all([
    receiver.receive([report({ at: night - 3 })], sender),
    receiver.receive([report({ at: night - 2, status: 5 }), report({ streamUUID: unknownUuid })], sender),
    receiver.receive([report({ at: night - 1, streamUUID: small.streamB1x1 })], sender),
  ]);
  expect(transact).toHaveBeenCalledTimes(1);
  expect(answers).toEqual([
    [{ outcome: 'accepted', revision: 1 }],
    [{ outcome: 'accepted', revision: 2 }, { outcome: 'unknown-stream' }],
    [{ outcome: 'accepted', revision: 1 }],
  ]);
  expect(published).toHaveLength(1);
  expect(published[0]?.map(({ update }) => [update.uuid, update.revision])).toEqual([
    [small.streamA1x1, 2],
    [small.streamB1x1, 1],
  ]);
});

test('of deliveries that share a transaction, only the delivery that makes it fail is refused', async () => {
  const { reports } = database;
  const failure = new Error('the database refuses the report');
  const transact: typeof reports.transact = (wanted, decide) =>
    wanted.reportKeys.some(({ report_id }) => report_id === 'bad')
      ? Promise.reject(failure)
      : reports.transact(wanted, decide);
  const failing = { ...database, reports: { ...reports, transact } };
  const send = (own: ReportReceiver) =>
    Promise.allSettled(['a', 'bad', 'c'].map((id, index) => own.receive([report({ id, at: night + index })], sender)));
  expect(await send(createTestReceiver(failing, { now: () => night }))).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: failure },
    { status: 'fulfilled' },
  ]);
  const unavailable = createTestReceiver({ ...failing, isUnavailable: () => true }, { now: () => night });
  expect((await send(unavailable)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('a list of a thousand reports is stored in order, in transactions of limited length', async () => {
  const transact = vi.spyOn(database.reports, 'transact');
  const reports = Array.from({ length: 1_000 }, (_, index) =>
    report({ id: `${index}`, at: night - 1_000 + index, status: index % 2 === 0 ? 3 : 5 }),
  );
  const answers = await receiver.receive(reports, sender);
  expect(answers.map((answer) => 'revision' in answer && answer.revision)).toEqual(
    reports.map((_, index) => index + 1),
  );
  expect((await log()).map(({ report_id }) => report_id)).toEqual(reports.map(({ id }) => id));
  const lengths = transact.mock.calls.map(([wanted]) => wanted.reportKeys.length);
  expect(Math.max(...lengths)).toBe(database.reports.maxItems);
});

test('a report that cannot be stored is refused and not published', async () => {
  await database.close();
  await expect(receiver.receive([report()], sender)).rejects.toThrow(/not open|cannot be stored/);
  expect(published).toEqual([]);
  database = await openTestDatabase();
});

test('reports keep their order when the clock of the server is set back by seconds', async () => {
  const clock = [night, night - 3_000];
  const own = createTestReceiver(database, { now: () => clock.shift() ?? night - 2_500 });
  await own.receive([report({ at: null, status: 5 })], sender);
  await own.receive([report({ at: null, status: 3 })], sender);
  expect(await streamRow(small.streamA1x1)).toMatchObject({ room_status: 3, revision: 2 });
  expect((await log()).map(({ received_at }) => received_at)).toEqual([night, night]);
});

test('after 10 s of database failures the receiver has an outage until a report is stored; other errors cause no outage', async () => {
  const [refused, broken] = [new Error('refused'), new Error('no such table')];
  let elapsed = 0;
  let failure: Error | undefined = refused;
  const { reports } = database;
  const transact: typeof reports.transact = (wanted, decide) => {
    if (failure !== undefined) throw failure;
    return reports.transact(wanted, decide);
  };
  const failing = {
    ...database,
    reports: { ...reports, transact },
    isUnavailable: () => false,
    isFailure: (error: unknown) => error === broken,
  };
  const own = createTestReceiver(failing, { now: () => night, elapsed: () => elapsed });
  const outagesAt = async (...seconds: number[]) => {
    const outages: boolean[] = [];
    for (const second of seconds) {
      elapsed = second * 1_000;
      await own.receive([report()], sender).catch((error: unknown) => expect(error).toBe(failure));
      outages.push(own.hasOutage());
    }
    return outages;
  };
  expect(await outagesAt(0, 10, 20)).toEqual([false, false, false]);
  failure = broken;
  expect(await outagesAt(20, 25, 29)).toEqual([false, false, false]);
  elapsed = 30_000;
  expect(own.hasOutage(), 'no attempt since').toBe(false);
  expect(await outagesAt(30)).toEqual([true]);
  failure = undefined;
  expect(await outagesAt(30)).toEqual([false]);
});

test('the receiver of reports is overloaded above 20,000 queued items and refuses items above 40,000', async () => {
  const reportsOf = (count: number) => Array.from({ length: count }, () => report());
  vi.spyOn(database.reports, 'transact').mockRejectedValue(new Error('refused'));
  expect([maxItemsBeforeOverload, maxWaitingItems]).toEqual([20_000, 40_000]);
  const queued = [receiver.receive(reportsOf(maxItemsBeforeOverload), sender)];
  expect(receiver.isOverloaded()).toBe(false);
  queued.push(receiver.receive(reportsOf(1), sender));
  expect(receiver.isOverloaded()).toBe(true);
  queued.push(receiver.receive(reportsOf(maxWaitingItems - maxItemsBeforeOverload - 1), sender));
  await expect(receiver.receive(reportsOf(1), sender)).rejects.toThrow('Too many reports are waiting');
  await Promise.allSettled(queued);
});
