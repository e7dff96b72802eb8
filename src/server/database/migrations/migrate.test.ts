import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openSqliteDatabase } from '../sqlite/database-sqlite.ts';

const initialVersions = ['001-initial-schema', '002-ingest-rules', '005-room-sources'];

/** Creates the tables of schema version 6 that contain rooms and reports. */
async function openVersion6() {
  const database = await openSqliteDatabase({ file: ':memory:' });
  const execute = (text: string) => sql.raw(text).execute(database.query);
  for (const version of initialVersions) {
    const text = readFileSync(join(import.meta.dirname, `${version}.sql`), 'utf8');
    const statements = text.replace('$sequence', 'integer primary key autoincrement').split(/;$/m).slice(0, -1);
    for (const statement of statements) await execute(statement);
  }
  await execute('create table schema_version (version integer primary key)');
  await execute('insert into schema_version (version) values (6)');
  return { database, execute };
}

test('the migration of the report log keeps every report with its number, and marks the streams with reports of devices', async () => {
  const { database, execute } = await openVersion6();
  await execute(`insert into client values ('c', 'C')`);
  await execute(`insert into location (uuid, client_uuid, display_name) values ('l', 'c', 'L')`);
  await execute(`insert into ward values ('w', 'l', 'W')`);
  for (const stream of ['reported', 'offline', 'new']) {
    await execute(`insert into stream (uuid, ward_uuid, display_name, type, status, room_status, revision)
      values ('${stream}', 'w', 'Room', 'camera', 'ACTIVE', -1, 0)`);
  }
  const reports = [
    `(3, 'reported', 'a', 3, 1, 100, 200, 1, 'key', 'card')`,
    `(7, 'offline', null, 12, 1, 300, 400, 1, 'watchdog', 'card')`,
    `(9, 'reported', 'b', 5, 0, 500, 600, 2, 'key', 'history')`,
  ];
  await execute(`insert into report values ${reports.join(', ')}`);
  const before = await database.query.selectFrom('report').selectAll().orderBy('sequence').execute();
  await database.migrate();
  const effects = ['applied', 'applied', 'late'];
  expect(await database.query.selectFrom('report').selectAll().orderBy('sequence').execute()).toEqual(
    before.map((report, index) => ({ ...report, effect: effects[index] })),
  );
  const marks = await database.query.selectFrom('stream').select(['uuid', 'has_reports']).orderBy('uuid').execute();
  expect(marks.map((row) => `${row.uuid} ${row.has_reports}`)).toEqual(['new 0', 'offline 0', 'reported 1']);
  await database.query
    .insertInto('report')
    .columns(['stream_uuid', 'report_id', 'status', 'notification', 'at', 'received_at', 'revision', 'device_key_id'])
    .expression(sql`values ('new', 'a', 3, 1, 700, 800, 1, 'key')`)
    .execute();
  const [last] = await database.query.selectFrom('report').selectAll().orderBy('sequence', 'desc').limit(1).execute();
  expect(last).toMatchObject({ sequence: 10, effect: 'applied' });
  await database.close();
});
