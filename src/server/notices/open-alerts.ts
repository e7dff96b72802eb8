/** The alerts that staff have to answer, with their places. */
import { sql, type SqlBool } from 'kysely';
import type { Alert } from '../../domain/alerts/alert.ts';
import type { Place } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { hasShownTechnicalAlertOnly, parseAlert, parseAlerts } from '../database/open-alerts.ts';

type Query = Database['query'];

export interface PlacedAlert {
  readonly alert: Alert;
  readonly place: Required<Place>;
  readonly room: string;
  readonly ward: string;
  readonly location: string;
}

function selectRooms(query: Query) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['stream.uuid as streamUUID', 'stream.open_alerts as openAlerts', 'stream.display_name as room'])
    .select(['ward.uuid as wardUUID', 'ward.display_name as ward'])
    .select(['location.uuid as locationUUID', 'location.display_name as location'])
    .select('location.client_uuid as clientUUID');
}

type RoomRow = Awaited<ReturnType<ReturnType<typeof selectRooms>['execute']>>[number];

function placedAlertOf({ wardUUID, locationUUID, clientUUID, ...names }: RoomRow, alert: Alert): PlacedAlert {
  return { alert, place: { wardUUID, locationUUID, clientUUID }, ...names };
}

/** The open alerts of the rooms in which not all of them are technical, by uuid. */
export async function readOpenAlerts(query: Query): Promise<ReadonlyMap<string, PlacedAlert>> {
  const rows = await selectRooms(query)
    .where('stream.open_alerts', 'is not', null)
    .where(sql<SqlBool>`not ${hasShownTechnicalAlertOnly()}`)
    .execute();
  const alerts = rows.flatMap((row) => parseAlerts(row.openAlerts).map((alert) => placedAlertOf(row, alert)));
  return new Map(alerts.map((placed) => [placed.alert.uuid, placed]));
}

/** The last state of an alert that is over. Undefined: its room was removed. */
export async function readEndedAlert(query: Query, uuid: string, streamUUID: string): Promise<PlacedAlert | undefined> {
  const event = await query
    .selectFrom('alert_event')
    .select('alert')
    .where('alert_uuid', '=', uuid)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const row = await selectRooms(query).where('stream.uuid', '=', streamUUID).executeTakeFirst();
  return event && row && placedAlertOf(row, parseAlert(event.alert));
}
