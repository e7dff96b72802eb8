import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { errorMessageOf } from '../../shared/error-message.ts';

export type Row = Readonly<Record<string, string | number | null>>;

interface InsertedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * Inserts rows as JSON, whose values PostgreSQL converts to the types of the columns. No list of types is needed. Rows
 * get their sequence in the order of the list if the columns do not include it.
 */
export async function insertRows(
  to: Transaction<Schema>,
  { name, columns }: InsertedTable,
  rows: readonly Row[],
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const insert = sql`
    insert into ${sql.table(name)} (${list})
    select ${list} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)`;
  try {
    await insert.execute(to);
  } catch (error) {
    throw new Error(`table ${name}: ${errorMessageOf(error)}`, { cause: error });
  }
}
