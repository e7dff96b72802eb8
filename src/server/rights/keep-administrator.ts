/** Runs changes of accounts and rights, and refuses those that would leave nobody as administrator of everything. */
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { retryOnConflict } from '../database/retry-on-conflict.ts';
import type { Schema } from '../database/schema.ts';
import { AppError } from '../shared/app-error.ts';
import { errorOptionsOf } from '../shared/reason.ts';

/** Whether an administrator of everything exists, with the changes of this transaction. */
export type HasAdministrator = (transaction: Pick<Database, 'query'>) => Promise<boolean>;

/**
 * Runs `change` in a transaction. Throws AppError `conflict` and rolls back if no administrator of everything would
 * remain.
 */
export function keepAdministrator<T>(
  database: Database,
  hasAdministrator: HasAdministrator,
  change: (query: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const { kind, query } = database;
  // PostgreSQL needs serializable isolation: two concurrent changes could each remove one of the last two
  // administrators. SQLite runs one transaction at a time.
  const transaction = () =>
    kind === 'postgres' ? query.transaction().setIsolationLevel('serializable') : query.transaction();
  return retryOnConflict(database, () =>
    transaction().execute(async (inner) => {
      const result = await change(inner);
      if (!(await hasAdministrator({ query: inner }))) {
        throw new AppError('conflict', errorOptionsOf('last-administrator'));
      }
      return result;
    }),
  );
}
