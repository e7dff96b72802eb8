/**
 * Finds rules with which a status of high priority, such as a fall, does not raise an urgent alert at all times.
 */
import { shownRulesOfStream } from '../../contract/rules/ingest-rules.ts';
import { alertWeakeningOf } from '../../domain/alerts/shown-rule.ts';
import type { Database } from '../database/database.ts';

/** Returns names: of locations whose rooms all have such rules, otherwise of such wards, otherwise of single rooms. */
export async function readAlertsOff(query: Database['query']): Promise<readonly string[]> {
  // Reads each set of rules once, because many rooms share one and most have none.
  const changed = await query.selectFrom('stream').select('rules').where('rules', 'is not', null).distinct().execute();
  const off = changed.flatMap(({ rules }) =>
    rules !== null && shownRulesOfStream(rules).some(alertWeakeningOf) ? [rules] : [],
  );
  if (off.length === 0) return [];
  const rows = await query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['stream.display_name as room', 'stream.rules', 'ward.uuid as wardUUID', 'ward.display_name as ward'])
    .select(['location.uuid as locationUUID', 'location.display_name as location'])
    .where('stream.status', '=', 'ACTIVE')
    .orderBy('location.display_name')
    .orderBy('ward.display_name')
    .orderBy('stream.display_name')
    .execute();
  const isOff = new Set<string | null>(off);
  const areAllOff = (rooms: typeof rows) => rooms.every(({ rules }) => isOff.has(rules));
  const byLocation = Map.groupBy(rows, ({ locationUUID }) => locationUUID);
  return [...byLocation.values()].flatMap((ofLocation) => {
    if (areAllOff(ofLocation)) return ofLocation.slice(0, 1).map(({ location }) => location);
    return [...Map.groupBy(ofLocation, ({ wardUUID }) => wardUUID).values()].flatMap((ofWard) =>
      areAllOff(ofWard)
        ? ofWard.slice(0, 1).map(({ ward, location }) => `${ward} (${location})`)
        : ofWard.filter(({ rules }) => isOff.has(rules)).map(({ room, ward }) => `${room} (${ward})`),
    );
  });
}
