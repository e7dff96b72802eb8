import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Sets each sequence of PostgreSQL so that new rows get higher numbers than the rows that were stored with a number. */
export async function continueSequences(query: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and column_default like 'nextval(%'`.execute(query);
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), max(${sql.ref(column)}))
      from ${sql.table(table)}`.execute(query);
  }
}
