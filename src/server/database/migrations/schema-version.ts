/** Which schema the data have. */
import { sql, type Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';

export { schemaVersion } from './migrate.ts';

/** 0: there is none yet. */
export async function readSchemaVersion({ query, kind }: Pick<Database, 'query' | 'kind'>): Promise<number> {
  if (!(await hasVersions(query, kind))) return 0;
  const { rows } = await sql<{
    version: number | null;
  }>`select max(version) as version from schema_version`.execute(query);
  return rows[0]?.version ?? 0;
}

async function hasVersions(query: Kysely<Schema>, kind: Database['kind']): Promise<boolean> {
  const found =
    kind === 'postgres'
      ? sql`select 1 from information_schema.tables where table_schema = current_schema() and table_name = 'schema_version'`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'schema_version'`;
  const { rows } = await found.execute(query);
  return rows.length > 0;
}
