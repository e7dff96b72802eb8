/** The chains that are in force: of a ward, otherwise of its location, otherwise the default. */
import * as z from 'zod/mini';
import { ChainJson, escalationChainOf } from '../../contract/rules/chain.ts';
import type { EscalationChain } from '../../domain/notices/escalation.ts';
import type { Database } from '../database/database.ts';

const RulesWithChain = z.object({ chain: z.optional(ChainJson) });

export type ChainOf = (wardUUID: string) => EscalationChain;

/** Returns the chain of each of these wards. A ward that was removed since then has none: it has no rooms either. */
export async function readChains(query: Database['query'], wardUUIDs: readonly string[]): Promise<ChainOf> {
  if (wardUUIDs.length === 0) return () => [];
  const rows = await query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['ward.uuid', 'ward.own_rules as ofWard', 'location.own_rules as ofLocation'])
    .where('ward.uuid', 'in', wardUUIDs)
    .execute();
  const chains = new Map(
    rows.map(({ uuid, ofWard, ofLocation }) => [uuid, escalationChainOf(parseChain(ofWard) ?? parseChain(ofLocation))]),
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
