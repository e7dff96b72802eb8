/** The chains that are in force: of a ward, otherwise of its location, otherwise the default. */
import * as z from 'zod/mini';
import { ChainJson, escalationChainOf } from '../../contract/rules/chain.ts';
import type { EscalationChain } from '../../domain/notices/escalation.ts';
import type { Database } from '../database/database.ts';

const RulesWithChain = z.object({ chain: z.optional(ChainJson) });

export type ChainOf = (wardUUID: string) => EscalationChain;

/** Returns the chains of the wards of these locations. A ward that was removed since has none: it has no rooms either. */
export async function readChains(query: Database['query'], locationUUIDs: readonly string[]): Promise<ChainOf> {
  if (locationUUIDs.length === 0) return () => [];
  const rows = await query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['ward.uuid', 'ward.own_rules as ofWard', 'location.own_rules as ofLocation'])
    .where('location.uuid', 'in', locationUUIDs)
    .execute();
  // The wards of a location share its text, and this is read after each change of an alert.
  const texts = new Set(rows.flatMap(({ ofWard, ofLocation }) => [ofWard, ofLocation]));
  const parsed = new Map([...texts].map((text) => [text, parseChain(text)]));
  const chains = new Map(
    rows.map(({ uuid, ofWard, ofLocation }) => [uuid, escalationChainOf(parsed.get(ofWard) ?? parsed.get(ofLocation))]),
  );
  return (wardUUID) => chains.get(wardUUID) ?? [];
}

/**
 * The chain in the rules of a place. Undefined: it has none, or one that cannot be read, for example of a newer version.
 * Then another chain is in force, because alerts must reach people.
 */
function parseChain(stored: string | null): ChainJson | undefined {
  if (stored === null) return undefined;
  try {
    return RulesWithChain.safeParse(JSON.parse(stored)).data?.chain;
  } catch {
    return undefined;
  }
}
