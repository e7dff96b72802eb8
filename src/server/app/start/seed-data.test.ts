import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/database/test-database.ts';
import { ingestRulesOfStream } from '../../../contract/ingest-rules.ts';
import { readDemoHome } from '../../demo/demo-home.ts';
import { seedDemoHome } from './seed-data.ts';

const noon = Date.UTC(2026, 2, 1, 12);

test('a start of the demo adds its home and its rights, and the next start keeps what the rooms have reported', async () => {
  const database = await openTestDatabase();
  await database.migrate();
  const readAll = async () => ({
    streams: await database.query.selectFrom('stream').selectAll().orderBy('uuid').execute(),
    rights: await database.query.selectFrom('group_right').selectAll().orderBy('scope_uuid').execute(),
  });
  await seedDemoHome(database, 1, noon);
  const { streams, rights } = await readAll();
  expect(streams.map(({ uuid }) => uuid)).toEqual(readDemoHome().rooms.map(({ uuid }) => uuid));
  expect(streams[0]).toMatchObject({ alias: 'room-101', room_status: -1, revision: 0, seen_at: noon, rules: null });
  expect(rights.map(({ role }) => role).toSorted()).toEqual(['administrator', 'manager', 'manager', 'ward-nurse']);

  const reported = { room_status: 5, last_notification: 3, last_notification_sent: 1_000, revision: 7 };
  await database.query.updateTable('stream').set(reported).execute();
  const before = await readAll();
  await seedDemoHome(database, 1, noon + 60_000);
  expect(await readAll()).toEqual(before);

  await seedDemoHome(database, 60, noon);
  for (const { type, rules } of (await readAll()).streams) {
    expect(ingestRulesOfStream(type, rules).debounceMs.out_of_bed ?? 0, 'the debounce at a higher speed').toBe(0);
  }
  await database.close();
});
