/** Changes of people and rights, of which none may leave an installation that nobody can administer. */
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import { retryOnConflict } from '../database/retry-on-conflict.ts';
import type { Schema } from '../database/schema.ts';
import { AppError } from '../shared/app-error.ts';
import { refusedAs } from '../shared/reason.ts';

/** Whether somebody is administrator of everything, after the changes of this transaction. */
export type HasAdministrator = (transaction: Pick<Database, 'query'>) => Promise<boolean>;

/**
 * Runs `change` in a transaction. Throws AppError `conflict`, and then changes nothing, if nobody would be administrator
 * of everything any more.
 */
export function keepAdministrator<T>(
  database: Database,
  hasAdministrator: HasAdministrator,
  change: (query: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  const { kind, query } = database;
  // Two changes at once could each leave the other's administrator. SQLite runs one after the other anyway.
  const transaction = () =>
    kind === 'postgres' ? query.transaction().setIsolationLevel('serializable') : query.transaction();
  return retryOnConflict(database, () =>
    transaction().execute(async (inner) => {
      const result = await change(inner);
      if (!(await hasAdministrator({ query: inner }))) {
        throw new AppError('conflict', refusedAs('last-administrator'));
      }
      return result;
    }),
  );
}
