/** The chains that are in force: of a ward, otherwise of its location, otherwise the default. */
import * as z from 'zod/mini';
import { ChainJson, escalationChainOf } from '../../contract/rules/chain.ts';
import type { EscalationChain } from '../../domain/notices/escalation.ts';
import type { Place } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';

const RulesWithChain = z.object({ chain: z.optional(ChainJson) });

export type ChainOf = (place: Pick<Required<Place>, 'wardUUID' | 'locationUUID'>) => EscalationChain;

/** Returns the chains of these locations and of their wards. */
export async function readChains(query: Database['query'], locationUUIDs: readonly string[]): Promise<ChainOf> {
  if (locationUUIDs.length === 0) return () => [];
  const locations = query.selectFrom('location').select(['uuid', 'own_rules']).where('uuid', 'in', locationUUIDs);
  const wards = query.selectFrom('ward').select(['uuid', 'own_rules']).where('location_uuid', 'in', locationUUIDs);
  const rows = await locations.unionAll(wards.where('own_rules', 'is not', null)).execute();
  const chains = new Map(rows.map(({ uuid, own_rules }) => [uuid, parseChain(own_rules)]));
  return ({ wardUUID, locationUUID }) => escalationChainOf(chains.get(wardUUID) ?? chains.get(locationUUID));
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
