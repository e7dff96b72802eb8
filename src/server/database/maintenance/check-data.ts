/** Whether the data are as they should be. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { readSchemaVersion, schemaVersion } from '../migrations/schema-version.ts';
import { tables } from './tables.ts';

export interface Finding {
  readonly what: string;
  /** `notice`: worth a look, and nothing is broken. `skipped`: not looked at. */
  readonly verdict: 'ok' | 'notice' | 'wrong' | 'skipped';
  readonly detail: string;
}

/**
 * What is looked at later makes no sense where something before it is wrong. `hasInventedPast`: rooms
 * may show what no report said, as the demo's do.
 */
export async function checkData(database: Database, hasInventedPast: boolean): Promise<readonly Finding[]> {
  const version = await checkSchema(database);
  if (version.verdict === 'wrong') return [version, ...skipped('integrity', 'references', 'states')];
  const integrity = database.kind === 'sqlite' ? await checkFile(database) : await checkReadable(database);
  if (integrity.verdict === 'wrong') return [version, integrity, ...skipped('references', 'states')];
  return [version, integrity, await checkOrphans(database), await checkStates(database, hasInventedPast)];
}

/** Of what makes no sense to look at before something else was put right. */
export function skipped(...names: readonly string[]): readonly Finding[] {
  return names.map((what) => ({ what, verdict: 'skipped', detail: 'for what is wrong above' }));
}

async function checkSchema(database: Database): Promise<Finding> {
  const version = await readSchemaVersion(database);
  if (version === schemaVersion) return { what: 'schema', verdict: 'ok', detail: `version ${version}` };
  const detail = `version ${version}, and this build works on version ${schemaVersion}`;
  return { what: 'schema', verdict: 'wrong', detail };
}

async function checkFile({ query }: Database): Promise<Finding> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(query);
  const found = rows.map((row) => row.integrity_check);
  const isWhole = found.length === 1 && found[0] === 'ok';
  return {
    what: 'integrity',
    verdict: isWhole ? 'ok' : 'wrong',
    detail: isWhole ? 'the file is whole' : found.join('; '),
  };
}

/** PostgreSQL says of itself what is damaged, where it is read. */
async function checkReadable({ query }: Database): Promise<Finding> {
  try {
    for (const table of tables)
      await query
        .selectFrom(table)
        .select(sql`count(*)`.as('count'))
        .execute();
    return { what: 'integrity', verdict: 'ok', detail: 'every table can be read' };
  } catch (error) {
    return { what: 'integrity', verdict: 'wrong', detail: error instanceof Error ? error.message : String(error) };
  }
}

const references = [
  ['location', 'client_uuid', 'client'],
  ['ward', 'location_uuid', 'location'],
  ['stream', 'ward_uuid', 'ward'],
  ['observation', 'stream_uuid', 'stream'],
  ['report', 'stream_uuid', 'stream'],
] as const;

async function checkOrphans({ query }: Database): Promise<Finding> {
  const found: string[] = [];
  for (const [table, column, parent] of references) {
    const { rows } = await sql<{ total: number | string }>`
      select count(*) as total from ${sql.table(table)} as child
      where not exists (select 1 from ${sql.table(parent)} as parent where parent.uuid = child.${sql.ref(column)})
    `.execute(query);
    const total = Number(rows[0]?.total ?? 0);
    if (total > 0) found.push(`${total} rows of ${table} without their ${parent}`);
  }
  const what = 'references';
  if (found.length > 0) return { what, verdict: 'wrong', detail: found.join('; ') };
  return { what, verdict: 'ok', detail: 'every row has what it belongs to' };
}

/** The newest row of the log that changed the card has the stream's revision and status. */
async function checkStates({ query }: Database, hasInventedPast: boolean): Promise<Finding> {
  const newest = query
    .selectFrom('report')
    .select(({ fn }) => fn.max('sequence').as('sequence'))
    .where('effect', '=', 'card')
    .groupBy('stream_uuid');
  // One statement, so one moment: reports come in meanwhile.
  const wrong = await query
    .selectFrom('stream')
    .leftJoin(
      (from) => from.selectFrom('report').selectAll().where('sequence', 'in', newest).as('last'),
      (join) => join.onRef('last.stream_uuid', '=', 'stream.uuid'),
    )
    .select(['stream.uuid', 'stream.revision', 'last.revision as logged'])
    .where((where) =>
      where.or([
        where.and([where('last.revision', 'is', null), where('stream.revision', '>', 0)]),
        where('last.revision', '!=', where.ref('stream.revision')),
        where('last.status', '!=', where.ref('stream.room_status')),
      ]),
    )
    .execute();
  const what = 'states';
  if (wrong.length === 0) return { what, verdict: 'ok', detail: 'every room shows what the log says last' };
  if (hasInventedPast) {
    return { what, verdict: 'notice', detail: `${wrong.length} rooms show the past that the demo invented for them` };
  }
  const some = wrong
    .slice(0, 5)
    .map(({ uuid, revision, logged }) => `${uuid} (revision ${revision}, in the log ${logged ?? 'none'})`);
  return { what, verdict: 'wrong', detail: `${wrong.length} rooms differ from the log: ${some.join(', ')}` };
}
