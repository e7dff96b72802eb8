/** Migrates a database to the schema of this build. */
import { readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { OperatorError } from '../../shared/operator-error.ts';
import { serverFileOf } from '../../shared/server-files.ts';
import type { Database, DatabaseKind, MigrationStep } from '../database.ts';
import type { Schema } from '../schema.ts';

/**
 * The migrations: SQL files, in order. `$kind` stands for the kind of the database. A released file never changes; a
 * change of the schema is a new file.
 */
const migrations = [
  '001-initial-schema.sql',
  '002-ingest-rules.sql',
  '003-mqtt-sessions.sql',
  '004-mqtt-reader.sql',
  '005-room-sources.sql',
  '006-known-devices.sql',
  '007-report-log.$kind.sql',
  '008-alerts.sql',
  '009-pause-history.sql',
  '010-rules-of-places.sql',
  '011-boards.sql',
  '012-audit-log.sql',
  '013-audit-log-is-append-only.$kind.sql',
  '014-setup-and-unknown-rooms.sql',
  '015-audit-sign-ins.sql',
  '016-people.sql',
  '017-server-process.sql',
  '018-unknown-devices.sql',
  '019-battery-and-signal.sql',
  '020-watched-since.sql',
  '021-unknown-room-alerts.sql',
  '022-discarded-values.sql',
  '023-audit-events-by-action.sql',
  '024-postponed-set-up.sql',
  '025-change-outcomes.sql',
  '026-owners-of-boards.sql',
  '027-never-heard.sql',
  '028-parts-of-audit-events.sql',
  '029-no-passkeys.sql',
  '030-words-of-rules.$kind.sql',
  '031-password-links.sql',
  '032-equipment.sql',
  '033-set-up-without-postponing.sql',
  '034-one-index-of-reports.$kind.sql',
  '035-events-by-room.sql',
  '036-server-runs.sql',
  '037-room-nights.sql',
  '038-handover.sql',
  '039-who-answered.sql',
  '040-notices.sql',
  '041-contacts.sql',
  '042-wall-boards.sql',
  '043-phones.sql',
  '044-messages-of-notices.sql',
  '045-phones-without-acceptance.sql',
  '046-moves.sql',
  '047-oldest-version.sql',
  '048-nights-follow-the-card.sql',
  '049-repeated-phone-checks.sql',
];

/** The SQL type that replaces `$sequence` in the files. */
const sequenceType = { sqlite: 'integer primary key autoincrement', postgres: 'bigserial primary key' };

/** The schema version of this build. */
export const schemaVersion = migrations.length;

/**
 * Applies each missing migration in a transaction with its version number, so a kill never leaves half a migration. `onStep`
 * is called before each migration of data that exist, which can take minutes.
 * Data of a newer build are left as they are. Throws OperatorError if this build could damage them (decision 164).
 */
export async function migrate(
  query: Kysely<Schema>,
  kind: DatabaseKind,
  onStep?: (step: MigrationStep) => void,
): Promise<void> {
  await sql`create table if not exists schema_version (version integer primary key)`.execute(query);
  const current = await readSchemaVersion({ query, kind });
  if (current > schemaVersion) return assertSupported(query, current);
  for (const [index, file] of migrations.entries()) {
    if (index < current) continue;
    if (current > 0) onStep?.({ step: index + 1 - current, count: schemaVersion - current });
    const text = await readFile(serverFileOf(`database/migrations/${file.replace('$kind', kind)}`), 'utf8');
    const statements = text.replace('$sequence', sequenceType[kind]).trimEnd().split(/;$/m).slice(0, -1);
    await query.transaction().execute(async (transaction) => {
      for (const statement of statements) await sql.raw(statement).execute(transaction);
      await sql`insert into schema_version (version) values (${index + 1})`.execute(transaction);
    });
  }
}

/** Throws OperatorError if this build does not run on the schema of a newer build. */
async function assertSupported(query: Kysely<Schema>, current: number): Promise<void> {
  const { rows } = await sql<{ oldest: number }>`select max(oldest_version) as oldest from schema_version`.execute(
    query,
  );
  if ((rows[0]?.oldest ?? current) <= schemaVersion) return;
  throw new OperatorError(
    `The data has schema version ${current}. This build of Room Status supports versions up to ${schemaVersion}. ` +
      'Start the newer build, or restore the backup made before it.',
  );
}

/** The schema version of the data. 0: the database has no tables of Room Status. */
export async function readSchemaVersion({ query, kind }: Pick<Database, 'query' | 'kind'>): Promise<number> {
  const versionTable =
    kind === 'postgres'
      ? sql`select 1 from information_schema.tables where table_schema = current_schema() and table_name = 'schema_version'`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'schema_version'`;
  if ((await versionTable.execute(query)).rows.length === 0) return 0;
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(
    query,
  );
  return rows[0]?.version ?? 0;
}
