/** Compares the open alerts of the rooms with the history of all alerts. */
import type { Kysely } from 'kysely';
import { alertEndEvents } from '../../domain/alerts/alert.ts';
import { parseAlerts } from '../database/open-alerts.ts';
import type { Schema } from '../database/schema.ts';

type Query = Kysely<Schema>;

/**
 * Finds alerts that are open either only in the row of their room or only by their newest event. Such an alert was
 * lost, or it ended without an event.
 */
export async function findWrongAlerts(query: Query): Promise<readonly string[]> {
  const newest = query
    .selectFrom('alert_event')
    .select(({ fn }) => fn.max('sequence').as('sequence'))
    .groupBy('alert_uuid');
  // A single statement reads all rows at one moment, although alerts change at the same time.
  const rows = await query
    .selectFrom('stream')
    .leftJoin(
      (from) =>
        from
          .selectFrom('alert_event')
          .select(['alert_uuid', 'stream_uuid'])
          .where('sequence', 'in', newest)
          .where('event', 'not in', alertEndEvents)
          .as('open'),
      (join) => join.onRef('open.stream_uuid', '=', 'stream.uuid'),
    )
    .select(['stream.uuid', 'stream.open_alerts', 'open.alert_uuid'])
    .where((sql) => sql.or([sql('stream.open_alerts', 'is not', null), sql('open.alert_uuid', 'is not', null)]))
    .execute();
  const inRooms = new Set(rows.flatMap(({ open_alerts }) => parseAlerts(open_alerts).map(({ uuid }) => uuid)));
  const inHistory = new Set(rows.flatMap(({ alert_uuid }) => alert_uuid ?? []));
  return [...inRooms, ...inHistory].filter((uuid) => inRooms.has(uuid) !== inHistory.has(uuid));
}
