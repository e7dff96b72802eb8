import * as z from 'zod/mini';
import type { Database } from '../database/database.ts';

const DiscreetRule = z.object({ discreetPhones: z.optional(z.boolean()) });

/**
 * Whether the location forbids rooms and statuses in notifications on phones. Rules that cannot be read, for example of a
 * newer version, count as forbidding: the notification still says that there is an alert.
 */
export async function hasDiscreetPhones(query: Database['query'], locationUUID: string): Promise<boolean> {
  const row = await query
    .selectFrom('location')
    .select('own_rules as rules')
    .where('uuid', '=', locationUUID)
    .executeTakeFirst();
  if (row === undefined) return true;
  if (row.rules === null) return false;
  try {
    return DiscreetRule.parse(JSON.parse(row.rules)).discreetPhones ?? false;
  } catch {
    return true;
  }
}
