/**
 * Inserts many rows with one statement, whose rows are one JSON text. The query builder would need a node for each value,
 * and SQLite would parse a parameter for each: that takes twice the processor time.
 */
import { type Insertable, type Kysely, sql } from 'kysely';
import type { DatabaseKind } from './database.ts';
import type { Schema } from './schema.ts';

type Table = 'audit_event' | 'stream';

/** Rows as JSON. The text is made before the transaction that inserts them, to keep that short. */
export interface RowsAsJson {
  readonly kind: DatabaseKind;
  readonly table: Table;
  readonly columns: readonly string[];
  readonly json: string;
}

/** All rows have the same columns in the same order. */
export function rowsAsJson<T extends Table>(
  kind: DatabaseKind,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): RowsAsJson {
  // SQLite finds a value by its index faster than by its name.
  const json = JSON.stringify(kind === 'sqlite' ? rows.map((row) => Object.values(row)) : rows);
  return { kind, table, columns: Object.keys(rows[0] ?? {}), json };
}

/** `update`: these columns of a row whose uuid exists are overwritten. */
export async function insertRows(
  query: Kysely<Schema>,
  { kind, table, columns, json }: RowsAsJson,
  { update = [] }: { readonly update?: readonly string[] } = {},
): Promise<void> {
  if (columns.length === 0) return;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((_column, index) => sql`value ->> ${sql.lit(index)}`));
  // `jsonb_each`, because `json_each` parses a row again for each column. Without `where`, SQLite reads `on conflict` as a
  // part of a join.
  const rows =
    kind === 'sqlite'
      ? sql`select ${values} from jsonb_each(${json}) where true`
      : sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`;
  const updates = update.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  const upsert = update.length === 0 ? sql`` : sql`on conflict (uuid) do update set ${sql.join(updates)}`;
  await sql`insert into ${sql.table(table)} (${names}) ${rows} ${upsert}`.execute(query);
}
