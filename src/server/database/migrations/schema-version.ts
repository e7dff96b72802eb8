import { sql } from 'kysely';
import type { Database } from '../database.ts';

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
