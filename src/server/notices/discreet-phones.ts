import * as z from 'zod/mini';

const DiscreetRule = z.object({ discreetPhones: z.optional(z.boolean()) });

/**
 * Whether a location with these rules of its own forbids rooms and statuses in notifications on phones. Rules that cannot
 * be read, for example of a newer version, count as forbidding: the notification still says that there is an alert.
 */
export function hasDiscreetPhones(ownRules: string | null): boolean {
  if (ownRules === null) return false;
  try {
    return DiscreetRule.parse(JSON.parse(ownRules)).discreetPhones ?? false;
  } catch {
    return true;
  }
}
