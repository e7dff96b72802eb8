import type { SelectQueryBuilder } from 'kysely';
import type { DatabaseKind } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Locks the selected streams until the transaction ends (`select ... for update`). Order the query by uuid, otherwise
 * two transactions can deadlock. SQLite needs no row locks, because it has one writer.
 */
export function lockStreams<Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables | 'stream', Row>,
  kind: DatabaseKind,
): SelectQueryBuilder<Schema, Tables | 'stream', Row> {
  return kind === 'postgres' ? query.forUpdate('stream') : query;
}
