import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { everything, seedSmallHome, small } from '../../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import type { Incoming } from '../../../domain/ingest/incoming.ts';
import { createMemoryBus } from '../../bus/bus-memory.ts';
import type { Database } from '../../database/database.ts';
import { createReportReceiver, type ReportReceiver } from './receive-report.ts';
import { createWatchdog, runWatchdog, type Watch } from './watchdog.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const sender = { keyId: 'gateway', scope: everything };
const room = small.streamA1x1;

let database: Database;
let receiver: ReportReceiver;
let watch: Watch;
let wall: number;
let steady: number;
let warnings: object[];
const begin = () =>
  createWatchdog({
    database,
    receive: receiver.receive,
    now: () => wall,
    monotonic: () => steady,
    log: { warn: (details) => void warnings.push(details) },
  });
beforeEach(async () => {
  [wall, steady, warnings] = [noon, 0, []];
  database = await openTestDatabase();
  await database.migrate();
  await seedSmallHome(database);
  const bus = createMemoryBus({ error: () => undefined });
  receiver = createReportReceiver({ database, bus, now: () => wall });
  watch = begin();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
});

function pass(seconds: number): void {
  wall += seconds * 1000;
  steady += seconds * 1000;
}
/** Time goes by as it does in a process that is alive: with a look now and then. */
async function live(seconds: number): Promise<void> {
  for (let gone = 0; gone < seconds; gone += 5) {
    pass(Math.min(5, seconds - gone));
    await watch.look();
  }
}
const tell = async (change: Partial<Extract<Incoming, { kind: 'report' }>> = {}) =>
  receiver.receive(
    [{ kind: 'report', streamUUID: room, status: 5, at: null, notification: true, id: null, holdMs: null, ...change }],
    sender,
  );
const row = () => database.query.selectFrom('stream').selectAll().where('uuid', '=', room).executeTakeFirstOrThrow();
const log = () =>
  database.query
    .selectFrom('report')
    .select(['status', 'notification', 'device_key_id as by', 'effect', 'revision'])
    .orderBy('sequence')
    .execute();

describe('a device that falls silent', () => {
  test('is unreachable after 90 s, and shows its last real status when it is heard again', async () => {
    await tell();
    await live(85);
    expect((await row()).room_status).toBe(5);
    await live(10);
    expect(await row()).toMatchObject({ room_status: 12, last_notification: 12, status_before_silence: 5 });
    await receiver.receive([{ kind: 'heartbeat', streamUUID: room }], sender);
    expect(await row()).toMatchObject({ room_status: 5, last_notification: 12, status_before_silence: null });
    expect(await log()).toEqual([
      { status: 5, notification: 1, by: 'gateway', effect: 'card', revision: 1 },
      { status: 12, notification: 1, by: 'watchdog', effect: 'card', revision: 2 },
      { status: 5, notification: 0, by: 'watchdog', effect: 'card', revision: 3 },
    ]);
  });

  test('is not, as long as its heartbeats come', async () => {
    await tell();
    for (let times = 0; times < 5; times += 1) {
      await live(60);
      await receiver.receive([{ kind: 'heartbeat', streamUUID: room }], sender);
    }
    expect((await row()).revision).toBe(1);
  });

  test('is found once, however many processes watch', async () => {
    await tell();
    const others = [begin(), begin()];
    await live(89);
    pass(5);
    await Promise.all([watch, ...others].map((one) => one.look()));
    expect((await log()).filter(({ by }) => by === 'watchdog')).toHaveLength(1);
  });

  test('has its own time where it has rules of its own', async () => {
    await database.query.updateTable('stream').set({ rules: '{"silentAfter":20}' }).where('uuid', '=', room).execute();
    await tell();
    await live(25);
    expect((await row()).room_status).toBe(12);
  });

  test('is found behind a thousand others that may be silent for longer', async () => {
    const { query } = database;
    await live(3_600);
    const others = Array.from({ length: 1_000 }, (_, index) => ({
      uuid: `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      ward_uuid: small.wardA1x,
      display_name: `Bed ${index}`,
      type: 'bed-sensor' as const,
      status: 'ACTIVE' as const,
      room_status: 5,
      revision: 1,
      seen_at: wall - 1_000,
      rules: '{"silentAfter":3600}',
    }));
    for (let start = 0; start < others.length; start += 500) {
      await query
        .insertInto('stream')
        .values(others.slice(start, start + 500))
        .execute();
    }
    await tell();
    await live(100);
    expect((await row()).room_status).toBe(12);
  });

  test.each(['{"rulesOfANewerBuild":1}', 'no JSON'])(
    'is found though rules cannot be read, its own or another’s: %s',
    async (rules) => {
      await database.query.updateTable('stream').set({ rules }).where('uuid', 'in', [room, small.streamA1x2]).execute();
      await tell();
      await tell({ streamUUID: small.streamA2x1 });
      await live(95);
      const silent = database.query.selectFrom('stream').select('uuid').where('status_before_silence', 'is not', null);
      expect(await silent.orderBy('uuid').execute()).toEqual([{ uuid: room }, { uuid: small.streamA2x1 }]);
    },
  );

  test('is found though an earlier build had not noted when it was heard', async () => {
    await tell();
    await database.query.updateTable('stream').set({ seen_at: null }).where('uuid', '=', room).execute();
    await live(110);
    expect((await row()).room_status).toBe(12);
  });

  test('is left alone when nobody expects to hear it, or when its room is not monitored', async () => {
    await database.query
      .updateTable('stream')
      .set({ rules: '{"silentAfter":null}' })
      .where('uuid', '=', room)
      .execute();
    await tell();
    await tell({ streamUUID: small.streamA1x3 });
    await live(300);
    expect((await log()).map(({ by }) => by)).toEqual(['gateway', 'gateway']);
  });
});

describe('silence that is not the devices’', () => {
  test('after a start every device has its time anew', async () => {
    await tell();
    pass(3_600);
    watch = begin();
    await live(85);
    expect((await row()).room_status).toBe(5);
    await live(10);
    expect((await row()).room_status).toBe(12);
  });

  test.each([3_600, -3_600])(
    'a clock that is set by %i s silences nobody, and hides nobody’s silence',
    async (jump) => {
      await tell();
      await live(30);
      wall += jump * 1000;
      await live(85);
      expect((await row()).room_status).toBe(5);
      expect(warnings).toEqual([{ reason: `the clock was set by ${jump} s` }]);
      await live(15);
      expect((await row()).room_status).toBe(12);
    },
  );

  test('a computer that slept has not listened', async () => {
    await tell();
    pass(3_600);
    await live(60);
    expect((await row()).room_status).toBe(5);
    expect(warnings).toEqual([{ reason: 'nothing was watched for 3605 s' }]);
  });

  test('a computer that slept while the data were asked has not listened', async () => {
    await tell();
    await live(85);
    const { query } = database;
    const asked = vi.spyOn(query, 'selectFrom').mockImplementationOnce((...args) => {
      pass(120);
      return query.selectFrom(...args);
    });
    pass(5);
    await watch.look();
    asked.mockRestore();
    expect((await row()).room_status).toBe(5);
    await live(95);
    expect((await row()).room_status).toBe(12);
  });

  test('while the data are away nobody is heard, and afterwards everybody has their time anew', async () => {
    await tell();
    const { receive } = receiver;
    let isAway = true;
    receiver = {
      ...receiver,
      receive: (...args) => (isAway ? Promise.reject(new Error('away')) : receive(...args)),
    };
    watch = begin();
    for (let gone = 0; gone < 120; gone += 5) {
      pass(5);
      await expect(watch.look()).rejects.toThrow('away');
    }
    isAway = false;
    await live(85);
    expect((await row()).room_status).toBe(5);
    await live(10);
    expect((await row()).room_status).toBe(12);
  });
});

describe('a database that fails now and then', () => {
  /** One look a minute fails. */
  async function liveWithHiccups(seconds: number): Promise<void> {
    for (let gone = 0; gone < seconds; gone += 5) {
      pass(5);
      if (gone % 60 === 30) vi.spyOn(database.query, 'selectFrom').mockImplementationOnce(fail);
      await watch.look().catch(() => undefined);
    }
  }
  const fail = () => {
    throw new Error('a hiccup');
  };

  test('hides nobody’s silence', async () => {
    await tell();
    await liveWithHiccups(110);
    expect((await row()).room_status).toBe(12);
  });

  test('is no silence of those who are missed soon', async () => {
    await database.query.updateTable('stream').set({ rules: '{"silentAfter":20}' }).where('uuid', '=', room).execute();
    await tell();
    await liveWithHiccups(50);
    expect((await row()).room_status).toBe(12);
    await receiver.receive([{ kind: 'heartbeat', streamUUID: room }], sender);
    pass(15);
    vi.spyOn(database.query, 'selectFrom').mockImplementationOnce(fail);
    await expect(watch.look()).rejects.toThrow('a hiccup');
    await live(15);
    expect((await row()).room_status).not.toBe(12);
  });
});

test('says how long ago it looked', async () => {
  await live(5);
  expect(watch.secondsSinceLook()).toBe(0);
  pass(7);
  expect(watch.secondsSinceLook()).toBe(7);
  vi.spyOn(database.query, 'selectFrom').mockImplementationOnce(() => {
    throw new Error('away');
  });
  await expect(watch.look()).rejects.toThrow('away');
  expect(watch.secondsSinceLook()).toBe(7);
});

test('a search for silent devices that fails each time is not told as one that was made', async () => {
  await live(60);
  vi.spyOn(database.query, 'updateTable').mockImplementation(() => {
    throw new Error('nothing can be written');
  });
  let failed = 0;
  for (let look = 0; look < 240; look += 1) {
    pass(0.5);
    await watch.look().catch(() => (failed += 1));
  }
  expect(failed).toBeGreaterThan(200);
  expect(watch.secondsSinceLook()).toBeGreaterThan(100);
});

test('a held status counts once it has lasted, from when it was first told', async () => {
  await tell();
  pass(60);
  await tell({ status: 3, holdMs: 4_000 });
  const told = wall;
  pass(3);
  await watch.look();
  expect(await row()).toMatchObject({ room_status: 5, revision: 1, pending_status: 3 });
  pass(1);
  await watch.look();
  expect(await row()).toMatchObject({
    room_status: 3,
    last_notification_sent: told,
    revision: 2,
    pending_status: null,
  });
  expect((await log()).map(({ by, effect, revision }) => [by, effect, revision])).toEqual([
    ['gateway', 'card', 1],
    ['gateway', 'held', 1],
    ['hold-off', 'card', 2],
  ]);
});

test('goes on looking when a look has failed, and says so once', async () => {
  const said: string[] = [];
  const looks = [
    () => Promise.reject(new Error('away')),
    () => Promise.reject(new Error('away')),
    () => Promise.resolve(),
  ];
  const enough = Promise.withResolvers<void>();
  const look = async () => {
    const next = looks.shift();
    if (next === undefined) enough.resolve();
    else await next();
  };
  const stop = runWatchdog(
    { look, secondsSinceLook: () => 0 },
    { error: (_details, message) => void said.push(message) },
  );
  await enough.promise;
  await stop();
  expect(said).toEqual(['the streams cannot be watched']);
});
