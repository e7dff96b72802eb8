import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSmallHome } from '../../../tests/support/database/test-database.ts';
import { small } from '../../../tests/support/homes/small-home.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { raisedNumbersOf } from '../../domain/history/nights/typical-range.ts';
import type { Database } from '../database/database.ts';
import { createNightCounter } from '../history/nights/night-counter.ts';
import { loadRoomNights } from '../history/nights/room-nights.ts';
import { readServerGaps } from '../history/server-gaps.ts';
import { checkData } from '../maintenance/check-data.ts';
import { backfillRooms, demoKeyId } from './backfill-rooms.ts';
import { simulateRooms } from './residents.ts';
import { storeEarlierPast } from './store-earlier-past.ts';

const dayMs = 24 * 3_600_000;
const now = new Date(2026, 2, 20, 9).getTime();
const room = { displayName: 'Room 1', state: 'in-bed', minutes: 40, lastNight: 'usual' } as const;
const rooms = [
  { ...room, uuid: small.streamA1x1 },
  { ...room, uuid: small.streamA1x2, displayName: 'Room 2', lastNight: 'unusual' as const },
  { ...room, uuid: small.streamA1y1, displayName: 'Room 3', state: 'in-chair' as const, minutes: 5 },
];

let database: Database;
beforeEach(async () => {
  database = await openSmallHome();
});
afterEach(() => database.close());

const readLog = () => database.query.selectFrom('report').selectAll().orderBy('sequence').execute();
const readStreams = () => database.query.selectFrom('stream').selectAll().orderBy('uuid').execute();

function startPast(seed: number) {
  const random = seededRandom(seed);
  const simulation = simulateRooms(rooms, now, random, dayMs);
  const stopping = new AbortController();
  return {
    stopping,
    fill: () => backfillRooms(database, simulation.due(now), now, random),
    storeEarlier: (pauseMs = 0) => {
      const earlier = simulation.earlier(14 * dayMs);
      return storeEarlierPast(database, { earlier, random, signal: stopping.signal, pauseMs });
    },
  };
}

/** The entries are in the order of their receipt, and each raised the revision of its room. */
async function expectOrder(): Promise<void> {
  const log = await readLog();
  const times = log.map(({ received_at }) => received_at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  for (const entries of Map.groupBy(log, ({ stream_uuid }) => stream_uuid).values()) {
    const first = entries[0]?.revision ?? 0;
    expect(entries.map(({ revision }) => revision)).toEqual(entries.map((_entry, index) => first + index));
  }
  expect((await checkData(database, false)).filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
}

test('the board of the demo is full before its earlier nights are stored, and does not change by them', async () => {
  const past = startPast(1);
  expect(await past.fill()).toBe(true);
  const board = await readStreams();
  const statuses = rooms.map(({ uuid }) => board.find((stream) => stream.uuid === uuid)?.room_status);
  expect(statuses).toEqual([5, 5, 15]);
  const lastDay = await readLog();
  expect(lastDay.every(({ received_at }) => received_at >= now - dayMs)).toBe(true);
  await past.storeEarlier();
  expect(await readStreams()).toEqual(board);
  const log = await readLog();
  expect(log.slice(-lastDay.length)).toEqual(lastDay);
  expect(log[0]?.received_at).toBeLessThan(now - 15 * dayMs);
  await expectOrder();
  const ended = await database.query.selectFrom('alert_event').select('at').where('event', '=', 'resolved').execute();
  expect(ended.filter(({ at }) => at < now - dayMs).length).toBeGreaterThan(30);
  expect(await readServerGaps(database.query, { from: now - 15 * dayMs, to: now })).toEqual([]);
  // The next report of a device comes after all of them.
  const report = { stream_uuid: small.streamA1x1, status: 5, notification: 0, revision: 1, device_key_id: demoKeyId };
  await database.query
    .insertInto('report')
    .values({ ...report, report_id: null, at: now, received_at: now })
    .execute();
  expect((await readLog()).at(-1)).toMatchObject({ revision: 1 });
});

test('a room of the demo has fourteen nights, and one room had an unusual last night', async () => {
  const past = startPast(2);
  await past.fill();
  const counter = createNightCounter({ database, now: () => now + dayMs / 4, pauseMs: 0 });
  // These nights are counted while most of their log is missing.
  await counter.count();
  await past.storeEarlier();
  const nightsOf = async (uuid: string) => {
    const named = { uuid, name: 'Room', place: '', clientUUID: small.clientA };
    return loadRoomNights(database.query, named, now + dayMs / 4);
  };
  const live = await nightsOf(small.streamA1x2);
  await counter.count();
  expect(await nightsOf(small.streamA1x2)).toEqual(live);
  const stored = await database.query.selectFrom('room_night').selectAll().execute();
  expect(stored.filter(({ counted, wanted }) => counted !== wanted)).toEqual([]);
  expect(stored.filter(({ stream_uuid }) => stream_uuid === small.streamA1x1).length).toBeGreaterThanOrEqual(14);
  for (const { uuid, lastNight } of rooms) {
    const { nights, typical } = await nightsOf(uuid);
    expect(nights.map(({ isComparable }) => isComparable)).toEqual(nights.map(() => true));
    const [last] = nights;
    if (last === undefined || typical === null) throw new Error('no typical nights');
    expect(raisedNumbersOf(last.numbers, typical).includes('bedExits')).toBe(lastNight === 'unusual');
  }
});

test('a demo that is stopped early has fewer nights without a gap, and the next start leaves them so', async () => {
  const past = startPast(3);
  await past.fill();
  const storing = past.storeEarlier(10);
  await expect.poll(async () => (await readLog())[0]?.received_at).toBeLessThan(now - 1.2 * dayMs);
  past.stopping.abort();
  await storing;
  const oldest = (await readLog())[0];
  expect(oldest?.received_at).toBeGreaterThan(now - 14 * dayMs);
  await expectOrder();
  expect(await startPast(4).fill()).toBe(false);
  expect((await readLog())[0]).toEqual(oldest);
});
