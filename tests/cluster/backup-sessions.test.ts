/** What processes have at their broker goes into no backup, and an older backup knows nothing of it. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentOfTools } from '../../src/server/app/config-tools.ts';
import { openPostgresDatabase } from '../../src/server/database/database-postgres.ts';
import type { Database } from '../../src/server/database/database.ts';
import { backUpPostgres } from '../../src/server/database/upkeep/backup-postgres.ts';
import { restorePostgres } from '../../src/server/database/upkeep/restore-postgres.ts';
import { seedSmallHome } from '../support/homes/small-home.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/database/own-postgres.ts';

let postgres: OwnPostgres;
const tools = environmentOfTools();
const watch = { progress: () => undefined, signal: new AbortController().signal };

beforeAll(async () => {
  postgres = await startOwnPostgres();
}, 120_000);
afterAll(() => postgres.close());

/** Whose process is still to be heard of. */
async function addSession({ query }: Database): Promise<void> {
  const row = { client_id: 'room-status-a', holder: 'a', beat: 1, filters: '[]', is_leaving: 0 };
  await query.insertInto('mqtt_session').values(row).execute();
}

test.each(['of this build', 'of an older one'])('a backup %s is put back without any session', async (build) => {
  const name = build.replaceAll(' ', '_');
  await postgres.createDatabase(name);
  const url = postgres.url(name);
  const database = await openPostgresDatabase({ url, poolSize: 1 });
  await database.migrate();
  await seedSmallHome(database);
  if (build === 'of this build') await addSession(database);
  else {
    await sql`drop table mqtt_session`.execute(database.query);
    await sql`delete from schema_version where version > 2`.execute(database.query);
  }
  const file = join(postgres.folder, name);
  const { counts } = await backUpPostgres(database, { url, to: file, tools }, watch);
  expect(counts).not.toHaveProperty('mqtt_session');
  expect(counts['stream']).toBeGreaterThan(0);

  if (build !== 'of this build') {
    await database.migrate();
    await addSession(database);
  }
  expect(await restorePostgres({ database, url, file, counts, stamp: 'now', tools, signal: watch.signal })).toBe(
    'before_restore_now',
  );
  await database.migrate();
  expect(await database.query.selectFrom('mqtt_session').selectAll().execute()).toEqual([]);
  await database.close();
});
