import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Subquery: the sequence of the newest applied report of each stream. The stream shows the status of this report. */
export function selectNewestApplied(query: Kysely<Schema>) {
  return query
    .selectFrom('report')
    .select(({ fn }) => fn.max('sequence').as('sequence'))
    .where('effect', '=', 'applied')
    .groupBy('stream_uuid');
}
