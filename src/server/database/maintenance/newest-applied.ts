import type { Kysely } from 'kysely';
import { reportEffectColumn } from '../report-effect.ts';
import type { Schema } from '../schema.ts';

/** Subquery: the sequence of the newest applied report of each stream, which the stream shows. */
export function newestApplied(query: Kysely<Schema>) {
  return query
    .selectFrom('report')
    .select(({ fn }) => fn.max('sequence').as('sequence'))
    .where('effect', '=', reportEffectColumn.applied)
    .groupBy('stream_uuid');
}
