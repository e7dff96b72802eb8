import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * The sequence number of the first report received at or after an instant, in epoch milliseconds. Reports are stored in
 * the order of their receipt, so a binary search by the primary key replaces an index of the times. After the clock was
 * set back, some reports near the result may have been received on the other side of the instant.
 */
export async function sequenceOfTime(query: Kysely<Schema>, instant: number): Promise<number> {
  const entries = query.selectFrom('report').select(['sequence', 'received_at as receivedAt']).limit(1);
  const oldest = await entries.orderBy('sequence').executeTakeFirst();
  const newest = await entries.orderBy('sequence', 'desc').executeTakeFirst();
  let first = oldest?.sequence ?? 1;
  let end = (newest?.sequence ?? 0) + 1;
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    const entry = await entries.where('sequence', '>=', middle).orderBy('sequence').executeTakeFirst();
    if (entry === undefined || entry.receivedAt >= instant) end = middle;
    else first = entry.sequence + 1;
  }
  return first;
}
