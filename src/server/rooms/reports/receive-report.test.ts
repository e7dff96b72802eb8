import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { everything, nowhere, seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import type { WardUpdate } from '../../bus/bus.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import type { Database } from '../../database/database.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { IncomingReport } from '../../../domain/ingest/incoming.ts';
import { createReportReceiver, type ReportReceiver } from './receive-report.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const sender = { keyId: 'gateway', scope: everything };

let database: Database;
let receiver: ReportReceiver;
let published: WardUpdate[][];
beforeEach(async () => {
  database = await openTestDatabase();
  await database.migrate();
  await seedSmallHome(database);
  published = [];
  const publish = (updates: readonly WardUpdate[]) => void published.push([...updates]);
  const bus = { ...createMemoryBus({ error: () => undefined }), publish };
  receiver = createReportReceiver({ database, bus, now: () => noon });
});
afterEach(() => database.close());

const report = (change: Partial<IncomingReport> = {}): IncomingReport => ({
  kind: 'report',
  streamUUID: small.streamA1x1,
  status: 3,
  at: noon - 1_000,
  notification: true,
  id: null,
  holdMs: null,
  ...change,
});
const streamRow = (uuid: string) =>
  database.query.selectFrom('stream').selectAll().where('uuid', '=', uuid).executeTakeFirstOrThrow();
const log = () => database.query.selectFrom('report').selectAll().orderBy('sequence').execute();

test('a report becomes the state of its stream, a row of the log, and then an update', async () => {
  expect(await receiver.receive([report({ id: 'a' })], sender)).toEqual([{ outcome: 'accepted', revision: 1 }]);
  expect(await streamRow(small.streamA1x1)).toMatchObject({
    display_name: 'Room 1',
    room_status: 3,
    last_notification: 3,
    last_notification_sent: noon - 1_000,
    revision: 1,
    reported_at: noon - 1_000,
  });
  expect(await log()).toEqual([
    {
      sequence: 1,
      stream_uuid: small.streamA1x1,
      report_id: 'a',
      status: 3,
      notification: 1,
      at: noon - 1_000,
      received_at: noon,
      revision: 1,
      device_key_id: 'gateway',
      effect: 'card',
    },
  ]);
  expect(published).toEqual([
    [
      {
        wardUUID: small.wardA1x,
        update: {
          uuid: small.streamA1x1,
          roomStatus: 3,
          lastNotification: 3,
          lastNotificationSent: '2026-03-01T11:59:59.000Z',
          revision: 1,
        },
      },
    ],
  ]);
});

test('a report without a time counts from its receipt', async () => {
  await receiver.receive([report({ at: null })], sender);
  expect(await streamRow(small.streamA1x1)).toMatchObject({ reported_at: noon, last_notification_sent: noon });
});

test('a report that is no notification leaves the last notification as it was', async () => {
  await receiver.receive([report({ status: 1, at: noon - 2 })], sender);
  await receiver.receive([report({ status: 5, at: noon - 1, notification: false })], sender);
  expect(await streamRow(small.streamA1x1)).toMatchObject({
    room_status: 5,
    last_notification: 1,
    last_notification_sent: noon - 2,
    revision: 2,
  });
});

test('a report that is older than what is known goes to the log and nowhere else', async () => {
  await receiver.receive([report({ status: 5, at: noon })], sender);
  published.length = 0;
  expect(await receiver.receive([report({ status: 1, at: noon - 1 })], sender)).toEqual([
    { outcome: 'accepted', revision: 1, isHistory: true },
  ]);
  expect(await streamRow(small.streamA1x1)).toMatchObject({ room_status: 5, revision: 1 });
  expect(await log()).toHaveLength(2);
  expect(published).toEqual([]);
});

describe('a report that was sent twice counts once', () => {
  const twice = [report({ id: 'a' }), report({ id: 'a', status: 5 })];

  test('in two calls', async () => {
    await receiver.receive(twice.slice(0, 1), sender);
    await receiver.receive([report({ status: 6 })], sender);
    expect(await receiver.receive(twice.slice(1), sender)).toEqual([{ outcome: 'duplicate', revision: 2 }]);
    expect(await streamRow(small.streamA1x1)).toMatchObject({ room_status: 6, revision: 2 });
  });

  test('in one list', async () => {
    expect(await receiver.receive(twice, sender)).toEqual([
      { outcome: 'accepted', revision: 1 },
      { outcome: 'duplicate', revision: 1 },
    ]);
    expect(await log()).toHaveLength(1);
  });

  test('in two calls of one moment', async () => {
    const answers = await Promise.all(twice.map((one) => receiver.receive([one], sender)));
    expect(answers.flat().map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate']);
  });

  test('but two streams may use the same id', async () => {
    const other = report({ id: 'a', streamUUID: small.streamB1x1 });
    const answers = await receiver.receive([report({ id: 'a' }), other], sender);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
  });
});

describe('a key reaches the streams of its scope, and no others', () => {
  const reach = async (scope: (typeof sender)['scope']) => {
    const uuids = [small.streamA1x1, small.streamA1y1, small.streamA2x1, small.streamB1x1, nowhere];
    const reports = uuids.map((streamUUID) => report({ streamUUID }));
    return (await receiver.receive(reports, { keyId: 'scoped', scope })).map(({ outcome }) => outcome);
  };
  const yes = 'accepted';
  const no = 'unknown-stream';

  test.each([
    [everything, [yes, yes, yes, yes, no]],
    [{ kind: 'client', uuid: small.clientA } as const, [yes, yes, yes, no, no]],
    [{ kind: 'location', uuid: small.locationA1 } as const, [yes, yes, no, no, no]],
    [{ kind: 'ward', uuid: small.wardA1x } as const, [yes, no, no, no, no]],
  ])('%o', async (scope, expected) => {
    expect(await reach(scope)).toEqual(expected);
    expect(await log()).toHaveLength(expected.filter((outcome) => outcome === yes).length);
  });
});

test('all that arrives in one turn of the event loop shares one transaction, with separate answers', async () => {
  const transaction = vi.spyOn(database.query, 'transaction');
  const answers = await Promise.all([
    receiver.receive([report({ at: noon - 3 })], sender),
    receiver.receive([report({ at: noon - 2, status: 5 }), report({ streamUUID: nowhere })], sender),
    receiver.receive([report({ at: noon - 1, streamUUID: small.streamB1x1 })], sender),
  ]);
  expect(transaction).toHaveBeenCalledTimes(1);
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

test('a full list of a thousand reports is taken in one go', async () => {
  const reports = Array.from({ length: 1_000 }, (_, index) =>
    report({ id: `${index}`, at: noon - 1_000 + index, status: index % 2 === 0 ? 3 : 5 }),
  );
  const answers = await receiver.receive(reports, sender);
  expect(answers.at(-1)).toEqual({ outcome: 'accepted', revision: 1_000 });
  expect(await log()).toHaveLength(1_000);
});

test('what cannot be stored is not announced, and the sender hears of it', async () => {
  await database.close();
  await expect(receiver.receive([report()], sender)).rejects.toThrow('destroyed');
  expect(published).toEqual([]);
  database = await openTestDatabase();
});

test('a clock that is set back a little makes no report older than the one before', async () => {
  const clock = [noon, noon - 3_000];
  const own = createReportReceiver({
    database,
    bus: createMemoryBus({ error: () => undefined }),
    now: () => clock.shift() ?? noon - 2_500,
  });
  await own.receive([report({ at: null, status: 5 })], sender);
  await own.receive([report({ at: null, status: 3 })], sender);
  expect(await streamRow(small.streamA1x1)).toMatchObject({ room_status: 3, revision: 2 });
});

test('whatever keeps the database from storing is trouble; what it refuses is not', async () => {
  let elapsed = 0;
  let failure = new Error();
  const { query } = database;
  vi.spyOn(query, 'transaction').mockImplementation(() => {
    throw failure;
  });
  const broken = new Error('no such table');
  const own = createReportReceiver({
    database: { ...database, isUnavailable: () => false, isFailure: (error) => error === broken },
    bus: createMemoryBus({ error: () => undefined }),
    now: () => noon,
    elapsed: () => elapsed,
  });
  const tellFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      elapsed += 1_000;
      await expect(own.receive([report()], sender)).rejects.toBe(failure);
    }
  };
  await tellFor(20);
  expect(own.isFailing()).toBe(false);
  failure = broken;
  await tellFor(20);
  expect(own.isFailing()).toBe(true);
});

test('what cannot be stored for some time is trouble, until something is stored again', async () => {
  let elapsed = 0;
  let isAway = true;
  const away = new Error('away');
  const isAwayError = (error: unknown) => error === away;
  const { query } = database;
  const transaction = query.transaction.bind(query);
  vi.spyOn(query, 'transaction').mockImplementation(() => {
    if (isAway) throw away;
    return transaction();
  });
  const own = createReportReceiver({
    database: { ...database, isUnavailable: isAwayError, isFailure: isAwayError },
    bus: createMemoryBus({ error: () => undefined }),
    now: () => noon,
    elapsed: () => elapsed,
  });
  const tell = () => own.receive([report()], sender).catch(() => undefined);
  for (const seconds of [0, 5, 9]) {
    elapsed = seconds * 1000;
    await tell();
    expect(own.isFailing()).toBe(false);
  }
  elapsed = 10_000;
  expect(own.isFailing(), 'nobody has tried again').toBe(false);
  await tell();
  expect(own.isFailing()).toBe(true);
  isAway = false;
  await tell();
  expect(own.isFailing()).toBe(false);
});
