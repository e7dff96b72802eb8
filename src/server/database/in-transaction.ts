import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Runs the work in the transaction of the caller, if `query` is one, otherwise in a new transaction. */
export function runInTransaction<T>(query: Kysely<Schema>, work: (query: Kysely<Schema>) => Promise<T>): Promise<T> {
  return query.isTransaction ? work(query) : query.transaction().execute(work);
}
