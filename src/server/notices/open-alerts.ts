/** The alerts that staff have to answer, with their places. */
import { sql, type SqlBool } from 'kysely';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { Place } from '../../domain/user.ts';
import { splitIntoBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { hasShownTechnicalAlertOnly, hasWaitingAlertsOnly, parseAlert, parseAlerts } from '../database/open-alerts.ts';
import { memoize } from '../shared/cache/memoize.ts';
import { hasDiscreetPhones } from './discreet-phones.ts';

type Query = Database['query'];

export interface PlacedAlert {
  readonly alert: Alert;
  readonly place: Required<Place>;
  readonly room: string;
  readonly ward: string;
  readonly location: string;
  readonly client: string;
  /** Whether the location forbids rooms and statuses in notifications on phones. */
  readonly isDiscreet: boolean;
  /**
   * Whether the client moves to another cell, or has not arrived yet in this one. Nobody is told about the alert until
   * it is known which cell does that.
   */
  readonly isFrozen: boolean;
}

function selectRooms(query: Query) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .innerJoin('client', 'client.uuid', 'location.client_uuid')
    .select(['stream.uuid as streamUUID', 'stream.open_alerts as openAlerts', 'stream.display_name as room'])
    .select('stream.is_frozen as isFrozen')
    .select(['ward.uuid as wardUUID', 'ward.display_name as ward'])
    .select(['location.uuid as locationUUID', 'location.display_name as location'])
    .select('location.own_rules as ownRules')
    .select(['client.uuid as clientUUID', 'client.display_name as client']);
}

type RoomRow = Awaited<ReturnType<ReturnType<typeof selectRooms>['execute']>>[number];

function placedAlertOf(row: RoomRow, alert: Alert, isDiscreet = hasDiscreetPhones): PlacedAlert {
  const { wardUUID, locationUUID, clientUUID, room, ward, location, client, ownRules, isFrozen } = row;
  const place = { wardUUID, locationUUID, clientUUID };
  return { alert, place, room, ward, location, client, isDiscreet: isDiscreet(ownRules), isFrozen: isFrozen === 1 };
}

/**
 * Returns a function that reads the open alerts, by uuid, without rooms that have only technical ones, or only ones that
 * staff do not see yet. It parses again only what has changed since the last call.
 */
export function createOpenAlertReader(query: Query): () => Promise<ReadonlyMap<string, PlacedAlert>> {
  let parsed: ReadonlyMap<string | null, readonly Alert[]> = new Map();
  return async () => {
    const rows = await selectRooms(query)
      .where('stream.open_alerts', 'is not', null)
      .where(sql<SqlBool>`not ${hasShownTechnicalAlertOnly()}`)
      .where(sql<SqlBool>`not ${hasWaitingAlertsOnly()}`)
      .execute();
    parsed = new Map(rows.map(({ openAlerts }) => [openAlerts, parsed.get(openAlerts) ?? parseAlerts(openAlerts)]));
    const isDiscreet = memoize(hasDiscreetPhones);
    const alerts = rows.flatMap((row) =>
      (parsed.get(row.openAlerts) ?? []).map((alert) => placedAlertOf(row, alert, isDiscreet)),
    );
    return new Map(alerts.map((placed) => [placed.alert.uuid, placed]));
  };
}

/** The last state of alerts that are over, by uuid. Without those whose room was removed. */
export async function readEndedAlerts(
  query: Query,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, PlacedAlert>> {
  const ended = new Map<string, PlacedAlert>();
  for (const batch of splitIntoBatches([...new Set(uuids)])) {
    const newest = query
      .selectFrom('alert_event')
      .select(({ fn }) => fn.max('sequence').as('sequence'))
      .where('alert_uuid', 'in', batch)
      .groupBy('alert_uuid');
    const events = await query.selectFrom('alert_event').select('alert').where('sequence', 'in', newest).execute();
    const alerts = events.map(({ alert }) => parseAlert(alert));
    const streamUUIDs = [...new Set(alerts.map(({ streamUUID }) => streamUUID))];
    const rooms =
      streamUUIDs.length === 0 ? [] : await selectRooms(query).where('stream.uuid', 'in', streamUUIDs).execute();
    for (const alert of alerts) {
      const room = rooms.find(({ streamUUID }) => streamUUID === alert.streamUUID);
      if (room !== undefined) ended.set(alert.uuid, placedAlertOf(room, alert));
    }
  }
  return ended;
}
