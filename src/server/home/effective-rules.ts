/**
 * Keeps `stream.rules` equal to the combined rules of the location, the ward and the room, so that a report needs to
 * read only one column.
 */
import type { Transaction } from 'kysely';
import { effectiveRulesOf, StoredRulesJson, type PlaceRules } from '../../contract/rules/place-rules.ts';
import { splitIntoBatches } from '../database/batches.ts';
import type { Schema } from '../database/schema.ts';
import { toCanonicalRules } from './home-file/format/home-schema.ts';

/**
 * Updates the combined rules of the rooms in these locations. Call it in each transaction that changes the own rules of
 * a place or a room, or the type or the place of a room.
 */
export async function storeEffectiveRules(write: Transaction<Schema>, locations: readonly string[]): Promise<void> {
  for (const location of locations) await storeRulesOfLocation(write, location);
}

async function storeRulesOfLocation(write: Transaction<Schema>, location: string): Promise<void> {
  const rooms = await write
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['stream.uuid', 'stream.type', 'stream.rules', 'stream.own_rules as ofRoom'])
    .select(['ward.own_rules as ofWard', 'location.own_rules as ofLocation'])
    .where('location.uuid', '=', location)
    .execute();
  const known = new Map<string, string | null>();
  const changed = rooms.flatMap(({ uuid, type, rules: stored, ofLocation, ofWard, ofRoom }) => {
    const key = JSON.stringify([type, ofLocation, ofWard, ofRoom]);
    const rules =
      known.get(key) ?? toCanonicalRules(effectiveRulesOf([ofLocation, ofWard, ofRoom].flatMap(parseRules), type));
    known.set(key, rules);
    return rules === stored ? [] : [{ uuid, rules }];
  });
  for (const [rules, same] of Map.groupBy(changed, (room) => room.rules)) {
    for (const batch of splitIntoBatches(same)) {
      const uuids = batch.map(({ uuid }) => uuid);
      await write.updateTable('stream').set({ rules }).where('uuid', 'in', uuids).execute();
    }
  }
}

function parseRules(stored: string | null): readonly PlaceRules[] {
  return stored === null ? [] : [StoredRulesJson.parse(JSON.parse(stored))];
}
