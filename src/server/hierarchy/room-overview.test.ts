import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, seedSmallHome, small } from '../../../tests/support/homes/small-home.ts';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import type { Database } from '../database/database.ts';
import { listRooms } from './room-overview.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await seedSmallHome(database);
});
afterEach(() => database.close());

test('rooms are sorted by client, location, ward and name, with Room 2 before Room 10', async () => {
  for (const [uuid, name] of [
    [small.streamA1x1, 'Room 10'],
    [small.streamA1x2, 'Room 2 b'],
  ] as const) {
    await database.query.updateTable('stream').set({ display_name: name }).where('uuid', '=', uuid).execute();
  }
  const rooms = await listRooms(database, everything, Date.now());
  const names = rooms
    .filter(({ uuid }) => uuid === small.streamA1x1 || uuid === small.streamA1x2)
    .map(({ room }) => room);
  expect(names).toEqual(['Room 2 b', 'Room 10']);
  const clients = rooms.map(({ client }) => client);
  expect(clients).toEqual(clients.toSorted());
});

test('the room overview names the offline sources of a room', async () => {
  const offline = { offline_sources: '{"home/bed":"bed-sensor"}' };
  await database.query.updateTable('stream').set(offline).where('uuid', '=', small.streamA1x1).execute();
  const rooms = await listRooms(database, everything, 10_000);
  expect(rooms.find(({ uuid }) => uuid === small.streamA1x1)).toMatchObject({ offlineSources: ['home/bed'] });
});

test.each([
  ['is seen in time', { seen_at: 9_000 }, false],
  ['was never seen', { seen_at: null }, true],
  ['was not seen for a day', { seen_at: 9_000 - 86_400_000 }, true],
  ['was set offline by the watchdog', { seen_at: 9_000, room_status: 12, status_before_silence: 3 }, true],
  ['is unreachable for its gateway', { seen_at: 9_000, room_status: 12 }, true],
  ['is INACTIVE', { seen_at: null, status: 'INACTIVE' as const }, false],
])('the room overview tells whether the device of a room is silent: a room that %s', async (_, row, isSilent) => {
  await database.query.updateTable('stream').set(row).where('uuid', '=', small.streamA1x1).execute();
  const rooms = await listRooms(database, everything, 10_000);
  expect(rooms.find(({ uuid }) => uuid === small.streamA1x1)).toMatchObject({ isSilent });
});

test('a room that has sent nothing since it is watched was not heard yet, and is not silent before its time is over', async () => {
  const row = { seen_at: 9_000, watched_since: 9_000 };
  await database.query.updateTable('stream').set(row).where('uuid', '=', small.streamA1x1).execute();
  const room = async () =>
    (await listRooms(database, everything, 10_000)).find(({ uuid }) => uuid === small.streamA1x1);
  expect(await room()).toMatchObject({ seenAt: null, isSilent: false });
  await database.query.updateTable('stream').set({ seen_at: 9_001 }).where('uuid', '=', small.streamA1x1).execute();
  expect(await room()).toMatchObject({ seenAt: 9_001, isSilent: false });
});
