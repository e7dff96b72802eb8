/**
 * Lists the tables and columns of a SQLite database, so that tables of a new migration are copied without a change
 * here.
 */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';

export interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rowCount: number;
}

/** Returns every table except `schema_version`, which the migration of the target fills. Parents come before children. */
export async function readSourceTables(query: Kysely<Schema>): Promise<readonly SourceTable[]> {
  const { rows: names } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> 'schema_version'
    order by name`.execute(query);
  const tables: SourceTable[] = [];
  for (const name of await parentsFirst(
    query,
    names.map((row) => row.name),
  )) {
    tables.push(await readTable(query, name));
  }
  return tables;
}

async function readTable(query: Kysely<Schema>, name: string): Promise<SourceTable> {
  const columns = await sql<{ name: string }>`select name from pragma_table_info(${name}) order by cid`.execute(query);
  const counts = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(query);
  return { name, columns: columns.rows.map((column) => column.name), rowCount: counts.rows[0]?.count ?? 0 };
}

/** Sorts tables so that parents come first: PostgreSQL accepts a row only after the row that it refers to. */
async function parentsFirst(query: Kysely<Schema>, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select child.name as child, reference."table" as parent
    from sqlite_master child, pragma_foreign_key_list(child.name) reference where child.type = 'table'`.execute(query);
  const visited = new Set<string>();
  const sorted = new Set<string>();
  const add = (name: string) => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const { child, parent } of references) if (child === name) add(parent);
    sorted.add(name);
  };
  for (const name of names) add(name);
  return sorted;
}
