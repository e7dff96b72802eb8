import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database/test-database.ts';
import { ingestRulesOfStream } from '../../contract/ingest-rules.ts';
import type { Database } from '../database/database.ts';
import { demoAccounts } from './demo-accounts.ts';
import { demoHome } from './demo-home.ts';
import { seedDemoHome } from './seed-demo-home.ts';

let database: Database;

beforeEach(async () => {
  database = await openTestDatabase();
  await database.migrate();
});
afterEach(() => database.close());

const noon = Date.UTC(2026, 2, 1, 12);

async function seed(now = noon, speed = 1): Promise<string[]> {
  const ensured: string[] = [];
  await seedDemoHome(database, { ensureAccount: async ({ username }) => ensured.push(username), now, speed });
  return ensured;
}

async function everything() {
  const { query } = database;
  return {
    clients: await query.selectFrom('client').selectAll().orderBy('uuid').execute(),
    locations: await query.selectFrom('location').selectAll().orderBy('uuid').execute(),
    wards: await query.selectFrom('ward').selectAll().orderBy('uuid').execute(),
    streams: await query.selectFrom('stream').selectAll().orderBy('uuid').execute(),
    rights: await query.selectFrom('group_right').selectAll().orderBy('group_name').orderBy('scope_uuid').execute(),
  };
}

it('fills an empty database with the demo home, its rights and its accounts', async () => {
  expect(await seed()).toEqual(demoAccounts.map(({ username }) => username));
  const { clients, locations, wards, streams, rights } = await everything();
  expect(clients.map(({ uuid }) => uuid)).toEqual(demoHome.clients.map(({ uuid }) => uuid).toSorted());
  expect(locations).toHaveLength(demoHome.locations.length);
  expect(wards).toHaveLength(demoHome.wards.length);
  expect(streams).toHaveLength(demoHome.rooms.length);
  expect(rights.map(({ role }) => role).toSorted()).toEqual(['administrator', 'manager', 'manager', 'ward-nurse']);
  for (const stream of streams) {
    expect(stream).toMatchObject({ room_status: -1, last_notification: null, revision: 0, seen_at: noon, rules: null });
  }
  expect(streams[0]?.alias).toBe('room-101');
  expect(locations[0]?.alias).toBe('harbour-house');
});

it('changes nothing when it is done again, and keeps what the rooms have reported', async () => {
  await seed();
  const reported = {
    room_status: 5,
    last_notification: 3,
    last_notification_sent: 1_000,
    revision: 7,
    reported_at: 2_000,
  };
  await database.query.updateTable('stream').set(reported).execute();
  const before = await everything();
  await seed(noon + 60_000);
  expect(await everything()).toEqual(before);
});

it('takes over what was renamed or moved since the last start', async () => {
  await seed();
  const wanted = await everything();
  await database.query.updateTable('client').set({ display_name: 'old' }).execute();
  await database.query
    .updateTable('ward')
    .set({ display_name: 'old', location_uuid: demoHome.locations[0]?.uuid ?? '' })
    .execute();
  await database.query
    .updateTable('stream')
    .set({ display_name: 'old', alias: null, status: 'INACTIVE', type: 'other' })
    .execute();
  await seed();
  expect(await everything()).toEqual(wanted);
});

it('in a night that passes faster nothing has to last for seconds before it counts', async () => {
  await seed(noon, 60);
  for (const { type, rules } of (await everything()).streams) {
    expect(ingestRulesOfStream(type, rules).debounceMs.out_of_bed ?? 0).toBe(0);
  }
});
