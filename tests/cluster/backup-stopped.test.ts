/** Who has had enough of a long backup or restoration on PostgreSQL stops it, and all is as it was before. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { environmentOfTools } from '../../src/server/app/config-tools.ts';
import { openPostgresDatabase } from '../../src/server/database/database-postgres.ts';
import type { Database } from '../../src/server/database/database.ts';
import { backUpPostgres } from '../../src/server/database/upkeep/backup-postgres.ts';
import { startCommand } from '../support/app/run-command.ts';
import { seedSmallHome } from '../support/homes/small-home.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
}, 120_000);
afterAll(() => postgres.close());

/** In another database, so that a restoration does not take it for a server. */
let onlooker: pg.Client;
let database: Database;
beforeEach(async () => {
  onlooker = new pg.Client(postgres.url('postgres'));
  await onlooker.connect();
  database = await openPostgresDatabase({ url: postgres.url(), poolSize: 1 });
  await database.migrate();
  await seedSmallHome(database);
}, 60_000);
afterEach(async () => {
  await database.close();
  await onlooker.query('drop database room_status with (force)');
  await onlooker.end();
  await postgres.createDatabase('room_status');
});

/** The program is at work, and waits for what this test makes it wait for. */
async function isWaiting(program: string, on: string): Promise<void> {
  const waiting = 'select 1 from pg_stat_activity where application_name = $1 and wait_event_type = $2';
  const look = async () => (await onlooker.query(waiting, [program, on])).rowCount;
  await vi.waitFor(async () => expect(await look()).toBeGreaterThan(0), { timeout: 30_000, interval: 50 });
}

const leftOf = async (name: string) => (await readdir(postgres.folder)).filter((file) => file.startsWith(name));

test('of a backup that Ctrl-C stops nothing is left', async () => {
  const writer = new pg.Client(postgres.url());
  await writer.connect();
  await writer.query('begin; lock table report in access exclusive mode');
  const command = startCommand({ DATABASE_URL: postgres.url() }, ['backup', join(postgres.folder, 'night')]);
  await isWaiting('pg_dump', 'Lock');
  expect(await leftOf('night')).toEqual(['night.part']);
  command.signal('SIGINT');
  expect(await command.outcome).toEqual({ code: 1, stdout: '', stderr: 'The backup failed: it was stopped\n' });
  expect(await leftOf('night')).toEqual([]);
  await writer.end();
}, 60_000);

test('a long backup tells how far it is', async () => {
  const writer = new pg.Client(postgres.url());
  await writer.connect();
  await writer.query('begin; lock table report in access exclusive mode');
  const told: string[] = [];
  const progress = (text: string) => {
    told.push(text);
    void writer.query('rollback');
  };
  const files = { url: postgres.url(), to: join(postgres.folder, 'told'), tools: environmentOfTools() };
  await backUpPostgres(database, files, { progress, signal: new AbortController().signal });
  expect(told.at(0)).toBe('0 MiB dumped');
  expect(told.at(-1)).toBe('Dumped, looking the copy through');
  await writer.end();
}, 60_000);

test('a restoration that is stopped leaves the data where they were', async () => {
  const [file, settings] = [join(postgres.folder, 'before'), { DATABASE_URL: postgres.url() }];
  expect(await startCommand(settings, ['backup', file]).outcome).toMatchObject({ code: 0 });
  await database.query.updateTable('ward').set({ display_name: 'Renamed since' }).execute();
  // Whoever makes a table in this database takes half a minute.
  const slow = `create function take_long() returns event_trigger language plpgsql as 'begin perform pg_sleep(30); end'`;
  await sql.raw(slow).execute(database.query);
  await sql`create event trigger slow on ddl_command_start when tag in ('CREATE TABLE')
    execute function take_long()`.execute(database.query);
  await database.close();

  const command = startCommand(settings, ['restore', file, '--yes', '--no-demo']);
  await isWaiting('pg_restore', 'Timeout');
  command.signal('SIGTERM');
  const { code, stderr } = await command.outcome;
  expect([code, stderr]).toEqual([1, 'The restoration failed: it was stopped\n']);

  database = await openPostgresDatabase({ url: postgres.url(), poolSize: 1 });
  const wards = await database.query.selectFrom('ward').select('display_name').distinct().execute();
  expect(wards).toEqual([{ display_name: 'Renamed since' }]);
}, 60_000);
