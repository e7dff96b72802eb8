/** Queries of alerts with the rights of a user. Uuids are in lower case. */
import type { Alert } from '../../domain/alerts/alert.ts';
import { shownAlertsOf, type ShownAlert } from '../../domain/alerts/shown-alert.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { parseAlert, parseAlerts } from '../database/open-alerts.ts';
import { isVisibleWard } from '../rights/visible.ts';
import { type NamedRoom, namedRoomOf, selectNamedRooms } from '../audit/named-room.ts';
import { isInWardOrLocation } from '../board/stream-queries.ts';

type Query = Database['query'];

/** An alert with the room and ward that it belongs to. */
export interface ListedAlert extends ShownAlert {
  readonly streamUUID: string;
  readonly wardUUID: string;
}

/** The open alerts of a ward or a location, the oldest first. */
export async function listAlerts(
  query: Query,
  scopes: readonly Scope[],
  wardOrLocationUUID: string,
): Promise<ListedAlert[]> {
  const rows = await query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select(['stream.uuid as streamUUID', 'ward.uuid as wardUUID', 'stream.open_alerts as openAlerts'])
    .where('stream.open_alerts', 'is not', null)
    .where(isInWardOrLocation(wardOrLocationUUID))
    .where(isVisibleWard(scopes))
    .execute();
  return rows
    .flatMap(({ streamUUID, wardUUID, openAlerts }) =>
      shownAlertsOf(parseAlerts(openAlerts)).map((alert) => ({ ...alert, streamUUID, wardUUID })),
    )
    .toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
}

interface FoundAlert {
  readonly alert: Alert;
  readonly wardUUID: string;
  readonly room: NamedRoom;
}

/** The newest state of an alert, open or resolved. Undefined: it does not exist, or the user may not see its ward. */
export async function findAlert(query: Query, scopes: readonly Scope[], uuid: string): Promise<FoundAlert | undefined> {
  const row = await selectNamedRooms(query)
    .innerJoin('alert_event', 'alert_event.stream_uuid', 'stream.uuid')
    .select(['alert_event.alert', 'ward.uuid as wardUUID'])
    .where('alert_event.alert_uuid', '=', uuid)
    .where(isVisibleWard(scopes))
    .orderBy('alert_event.sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { alert: parseAlert(row.alert), wardUUID: row.wardUUID, room: namedRoomOf(row) };
}
