/** Rows that a transaction is about to change: nobody else changes them meanwhile. */
import type { SelectQueryBuilder } from 'kysely';
import type { DatabaseKind } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * Locks the streams that a query selects. The query has to be in order of their uuid, so that two
 * transactions never wait for each other. SQLite has one writer anyway, and no word for it.
 */
export function lockStreams<Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables | 'stream', Row>,
  kind: DatabaseKind,
): SelectQueryBuilder<Schema, Tables | 'stream', Row> {
  return kind === 'postgres' ? query.forUpdate('stream') : query;
}
