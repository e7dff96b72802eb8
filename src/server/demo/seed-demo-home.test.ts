import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import { ingestRulesOfStream } from '../../contract/ingest-rules.ts';
import type { Database } from '../database/database.ts';
import { readDemoHome } from './demo-home.ts';
import { seedDemoHome } from './seed-demo-home.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await database.migrate();
});
afterEach(() => database.close());

const noon = Date.UTC(2026, 2, 1, 12);
const seed = (now = noon, speed = 1) => seedDemoHome(database, { now, speed });

async function readAll() {
  const { query } = database;
  return {
    clients: await query.selectFrom('client').selectAll().orderBy('uuid').execute(),
    locations: await query.selectFrom('location').selectAll().orderBy('uuid').execute(),
    wards: await query.selectFrom('ward').selectAll().orderBy('uuid').execute(),
    streams: await query.selectFrom('stream').selectAll().orderBy('uuid').execute(),
    rights: await query.selectFrom('group_right').selectAll().orderBy('group_name').orderBy('scope_uuid').execute(),
  };
}

test('an empty database is seeded with the demo home and its rights', async () => {
  await seed();
  const { clients, locations, wards, streams, rights } = await readAll();
  const home = readDemoHome();
  expect(clients.map(({ uuid }) => uuid)).toEqual(home.clients.map(({ uuid }) => uuid).toSorted());
  expect(locations).toHaveLength(home.locations.length);
  expect(wards).toHaveLength(home.wards.length);
  expect(streams).toHaveLength(home.rooms.length);
  expect(rights.map(({ role }) => role).toSorted()).toEqual(['administrator', 'manager', 'manager', 'ward-nurse']);
  for (const stream of streams) {
    expect(stream).toMatchObject({ room_status: -1, last_notification: null, revision: 0, seen_at: noon, rules: null });
  }
  expect(streams[0]?.alias).toBe('room-101');
  expect(locations[0]?.alias).toBe('harbour-house');
});

test('seeding again changes nothing and keeps what the rooms have reported', async () => {
  await seed();
  const reported = {
    room_status: 5,
    last_notification: 3,
    last_notification_sent: 1_000,
    revision: 7,
    reported_at: 2_000,
  };
  await database.query.updateTable('stream').set(reported).execute();
  const before = await readAll();
  await seed(noon + 60_000);
  expect(await readAll()).toEqual(before);
});

test('seeding restores names, parents, aliases, types and statuses', async () => {
  await seed();
  const seeded = await readAll();
  const { query } = database;
  await query.updateTable('client').set({ display_name: 'old' }).execute();
  await query.updateTable('location').set({ display_name: 'old', alias: null }).execute();
  const [location] = seeded.locations;
  await query
    .updateTable('ward')
    .set({ display_name: 'old', location_uuid: location?.uuid ?? '' })
    .execute();
  await query
    .updateTable('stream')
    .set({ display_name: 'old', alias: null, status: 'INACTIVE', type: 'other', rules: '{}' })
    .execute();
  await seed();
  expect(await readAll()).toEqual(seeded);
});

test('at a higher speed the rooms have no debounce', async () => {
  await seed(noon, 60);
  for (const { type, rules } of (await readAll()).streams) {
    expect(ingestRulesOfStream(type, rules).debounceMs.out_of_bed ?? 0).toBe(0);
  }
});
