/** Copies the embedded database to an empty PostgreSQL. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { errorMessageOf } from '../../shared/error-message.ts';
import { OperatorError } from '../../shared/operator-error.ts';
import type { Database } from '../../database/database.ts';
import { continueSequences } from '../../database/postgres/continue-sequences.ts';
import type { Schema } from '../../database/schema.ts';
import { insertRows, type Row } from './insert-rows.ts';
import { readSourceTables, type SourceTable } from './source-tables.ts';

export interface CopyOptions {
  /** A SQLite database with the schema version of this build. No server runs on it. */
  readonly source: Database;
  /** A PostgreSQL without data. */
  readonly target: Database;
  /** Called with a table and the number of its rows that are copied so far. */
  readonly onProgress: (table: SourceTable, rowCount: number) => void;
}

/** A batch is at most about a megabyte, because a report has at most a few hundred bytes. */
const batchSize = 2_000;

/**
 * Creates the tables of the target and copies all rows in one transaction, so that the target has all data or none.
 * The numbers of rows are compared before the commit. Returns the tables that were copied. Throws OperatorError.
 */
export async function copyToPostgres({ source, target, onProgress }: CopyOptions): Promise<readonly SourceTable[]> {
  try {
    await assertEmpty(target);
    await target.migrate();
    // Servers take this lock at their start. So a server that starts on the target waits until all accounts and keys
    // are copied.
    return await target.withExclusiveLock(() =>
      // The transaction on SQLite keeps operator commands from writing during the copy.
      source.query.transaction().execute(async (from) => {
        const tables = await readSourceTables(from);
        await target.query.transaction().execute(async (to) => {
          for (const table of tables) await copyTable(from, to, table, onProgress);
          await continueSequences(to);
          await assertSameRowCounts(to, tables);
        });
        return tables;
      }),
    );
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The copy failed: ${errorMessageOf(error)}. Correct the cause and start it again. ` +
        'If it then refuses the target as not empty, the copy is complete: the connection was lost after the commit.',
      error,
    );
  }
}

/** Throws OperatorError when the target has a row, or a table of another program. */
async function assertEmpty({ query }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'
    order by table_name`.execute(query);
  const names = rows.map(({ name }) => name);
  if (names.length > 0 && !names.includes('schema_version')) {
    throw new OperatorError(`The target has tables of another program, such as ${names[0]}: create an empty database.`);
  }
  for (const name of names.filter((table) => table !== 'schema_version')) {
    if ((await countRows(query, name)) > 0) {
      throw new OperatorError(`The target is not empty, its table ${name} has rows: create an empty database.`);
    }
  }
}

async function countRows(query: Kysely<Schema>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(query);
  return rows[0]?.count ?? 0;
}

async function copyTable(
  from: Transaction<Schema>,
  to: Transaction<Schema>,
  table: SourceTable,
  onProgress: CopyOptions['onProgress'],
): Promise<void> {
  let batch: Row[] = [];
  let copied = 0;
  const flush = async () => {
    await insertRows(to, table, batch);
    copied += batch.length;
    batch = [];
    onProgress(table, copied);
  };
  // Reads in batches, so that only one batch is in memory.
  for await (const row of from.selectFrom(sql.table<Row>(table.name).as('row')).selectAll().stream()) {
    batch.push(row);
    if (batch.length === batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  // Without statistics PostgreSQL would choose slow plans for the first requests.
  await sql`analyze ${sql.table(table.name)}`.execute(to);
}

async function assertSameRowCounts(to: Transaction<Schema>, tables: readonly SourceTable[]): Promise<void> {
  for (const { name, rowCount } of tables) {
    const found = await countRows(to, name);
    if (found !== rowCount) throw new OperatorError(`The copy has ${found} rows of ${name}, expected ${rowCount}.`);
  }
}
