/** Checks that the data is complete and consistent. */
import { sql } from 'kysely';
import { errorMessageOf } from '../shared/error-message.ts';
import type { Database } from '../database/database.ts';
import { readSchemaVersion, schemaVersion } from '../database/migrations/migrate.ts';
import { selectNewestApplied } from './newest-applied.ts';
import { findWrongAlerts } from './open-alert-history.ts';

const restoreAdvice = 'stop the server and restore a backup, see docs/operating.md';

export interface DataCheckResult {
  readonly what: string;
  readonly verdict: 'ok' | 'wrong';
  readonly detail: string;
}

/**
 * Stops at the first schema or integrity error, because later checks would fail for the same reason.
 * `hasInventedPast`: rooms may differ from their reports, because the demo invents their past.
 */
export async function checkData(database: Database, hasInventedPast: boolean): Promise<readonly DataCheckResult[]> {
  const findings = [await checkSchema(database)];
  const isWrong = () => findings.some(({ verdict }) => verdict === 'wrong');
  if (!isWrong()) findings.push(await (database.kind === 'sqlite' ? checkFile(database) : checkReadable(database)));
  if (isWrong()) return findings;
  if (!hasInventedPast) findings.push(await checkStates(database));
  return [...findings, await checkReferences(database), await checkAlerts(database), await checkAudit(database)];
}

/** Returns a finding for data that cannot be read. Throws any other error, such as that of a lost connection. */
function damageFinding(database: Database, what: string, error: unknown): DataCheckResult {
  if (!database.isDamaged(error)) throw error;
  return { what, verdict: 'wrong', detail: `${errorMessageOf(error)}; ${restoreAdvice}` };
}

async function checkSchema(database: Database): Promise<DataCheckResult> {
  let version: number;
  try {
    version = await readSchemaVersion(database);
  } catch (error) {
    return damageFinding(database, 'schema', error);
  }
  if (version === schemaVersion) return { what: 'schema', verdict: 'ok', detail: `version ${version}` };
  const detail = `version ${version}; this build needs version ${schemaVersion}`;
  return { what: 'schema', verdict: 'wrong', detail };
}

async function checkFile(database: Database): Promise<DataCheckResult> {
  const what = 'integrity';
  try {
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(database.query);
    const found = rows.map((row) => row.integrity_check).join('; ');
    if (found === 'ok') return { what, verdict: 'ok', detail: 'the file is undamaged' };
    return { what, verdict: 'wrong', detail: `${found}; ${restoreAdvice}` };
  } catch (error) {
    // Some kinds of damage make the integrity check itself fail.
    return damageFinding(database, what, error);
  }
}

/** Reads every row of every table, because PostgreSQL reports damage only when it reads the damaged page. */
async function checkReadable({ query }: Database): Promise<DataCheckResult> {
  try {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(query);
    for (const { name } of rows) await sql`select count(*) from ${sql.table(name)}`.execute(query);
    return { what: 'integrity', verdict: 'ok', detail: 'every table can be read' };
  } catch (error) {
    return { what: 'integrity', verdict: 'wrong', detail: errorMessageOf(error) };
  }
}

/** SQLite enforces foreign keys per connection, and another tool may have left them off. PostgreSQL always enforces them. */
async function checkReferences({ kind, query }: Database): Promise<DataCheckResult> {
  const everyRow: DataCheckResult = { what: 'references', verdict: 'ok', detail: 'every row has its parent' };
  if (kind === 'postgres') return everyRow;
  const { rows } = await sql<{ child: string; parent: string; total: number }>`
    select "table" as child, parent, count(*) as total from pragma_foreign_key_check group by 1, 2`.execute(query);
  if (rows.length === 0) return everyRow;
  const orphans = rows.map(({ child, parent, total }) => `${total} rows of ${child} without their ${parent}`);
  return { what: 'references', verdict: 'wrong', detail: orphans.join('; ') };
}

/** Checks that each stream has the revision and the status of its newest applied report. */
async function checkStates({ query }: Database): Promise<DataCheckResult> {
  // A single statement reads all rows at one moment, although reports arrive at the same time.
  const wrong = await query
    .selectFrom('stream')
    .leftJoin(
      (from) => from.selectFrom('report').selectAll().where('sequence', 'in', selectNewestApplied(query)).as('last'),
      (join) => join.onRef('last.stream_uuid', '=', 'stream.uuid'),
    )
    .select(['stream.uuid', 'stream.revision', 'last.revision as reported'])
    .where((where) =>
      where.or([
        where.and([where('last.revision', 'is', null), where('stream.revision', '>', 0)]),
        where('last.revision', '!=', where.ref('stream.revision')),
        where('last.status', '!=', where.ref('stream.room_status')),
      ]),
    )
    .execute();
  const what = 'states';
  if (wrong.length === 0) return { what, verdict: 'ok', detail: 'every room shows its newest report' };
  const examples = wrong
    .slice(0, 5)
    .map(({ uuid, revision, reported }) => `${uuid} (revision ${revision}, newest report ${reported ?? 'none'})`);
  return {
    what,
    verdict: 'wrong',
    detail: `${wrong.length} rooms differ from their newest report: ${examples.join(', ')}`,
  };
}

async function checkAlerts({ query }: Database): Promise<DataCheckResult> {
  const what = 'alerts';
  const wrong = await findWrongAlerts(query);
  if (wrong.length === 0) return { what, verdict: 'ok', detail: 'the open alerts are those of the history' };
  const detail = `${wrong.length} alerts are open in the room or in the history only: ${wrong.slice(0, 5).join(', ')}`;
  return { what, verdict: 'wrong', detail };
}

const auditTriggers = {
  sqlite: ['audit_event_delete', 'audit_event_replace', 'audit_event_update'],
  postgres: ['audit_event_delete', 'audit_event_truncate', 'audit_event_update'],
};

/** Checks that the triggers that make the audit log append-only exist and are enabled. */
async function checkAudit({ kind, query }: Database): Promise<DataCheckResult> {
  const triggers =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'trigger' and tbl_name = 'audit_event'`
      : sql<{ name: string }>`
          select tgname as name from pg_trigger where tgrelid = 'audit_event'::regclass and tgenabled in ('O', 'A')`;
  const names = new Set((await triggers.execute(query)).rows.map(({ name }) => name));
  const missing = auditTriggers[kind].filter((name) => !names.has(name));
  const what = 'audit';
  if (missing.length === 0) return { what, verdict: 'ok', detail: 'the audit log is append-only' };
  return {
    what,
    verdict: 'wrong',
    detail: `the audit log can be changed: the triggers ${missing.join(', ')} are missing`,
  };
}
