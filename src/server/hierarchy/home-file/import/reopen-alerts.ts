import type { Selectable, Transaction } from 'kysely';
import { reopenAlert, reopenLimitMs } from '../../../../domain/alerts/alert-actions.ts';
import type { Alert, AlertTransition } from '../../../../domain/alerts/alert.ts';
import { batchesOf } from '../../../database/batches.ts';
import type { DatabaseKind } from '../../../database/database.ts';
import { isIn } from '../../../database/is-in.ts';
import { alertColumns, alertEventRow, parseAlert, parseAlerts, parseHold } from '../../../database/open-alerts.ts';
import type { Schema } from '../../../database/schema.ts';

type Write = { readonly kind: DatabaseKind; readonly write: Transaction<Schema> };
type Room = Pick<Selectable<Schema['stream']>, (typeof roomColumns)[number]>;

export interface ReopenedAlert {
  /** The name of the room. */
  readonly room: string;
  readonly status: number;
}

const roomColumns = [
  'uuid',
  'display_name',
  'room_status',
  'status_before_silence',
  'open_alerts',
  'alert_hold',
] as const;

/**
 * Opens the alerts again that have ended because their rooms were set INACTIVE, if that was a short time ago: it was a
 * mistake. Staff do not see an alert of which nobody knows what became of it.
 */
export async function reopenAlerts(
  { kind, write }: Write,
  uuids: readonly string[],
  now: number,
): Promise<readonly ReopenedAlert[]> {
  const reopened: ReopenedAlert[] = [];
  for (const batch of batchesOf(uuids)) {
    const ended = await findEnded({ kind, write }, batch, now);
    if (ended.length === 0) continue;
    const rooms = write
      .selectFrom('stream')
      .select(roomColumns)
      .where(
        isIn(
          kind,
          'uuid',
          ended.map(({ streamUUID }) => streamUUID),
        ),
      );
    for (const room of await (kind === 'sqlite' ? rooms : rooms.forUpdate()).execute()) {
      const ofRoom = ended.filter(({ streamUUID }) => streamUUID === room.uuid);
      const transitions = await reopenIn(write, room, ofRoom, now);
      reopened.push(...transitions.map(({ alert }) => ({ room: room.display_name, status: alert.status })));
    }
  }
  return reopened;
}

/** The alerts whose last event is the end of the observation of their room, as they were before it. */
async function findEnded(
  { kind, write }: Write,
  streamUuids: readonly string[],
  now: number,
): Promise<readonly Alert[]> {
  const ends = await write
    .selectFrom('alert_event')
    .select('alert_uuid')
    .where('at', '>=', now - reopenLimitMs)
    .where('event', '=', 'room-inactive')
    .where(isIn(kind, 'stream_uuid', streamUuids))
    .execute();
  if (ends.length === 0) return [];
  const uuids = ends.map(({ alert_uuid: uuid }) => uuid);
  const history = await write
    .selectFrom('alert_event')
    .select(['alert_uuid', 'event', 'alert'])
    .where(isIn(kind, 'alert_uuid', uuids))
    .orderBy('sequence')
    .execute();
  return [...Map.groupBy(history, ({ alert_uuid: uuid }) => uuid).values()].flatMap((events) => {
    const before = events.at(-2);
    return events.at(-1)?.event === 'room-inactive' && before !== undefined ? [parseAlert(before.alert)] : [];
  });
}

async function reopenIn(
  write: Transaction<Schema>,
  room: Room,
  ended: readonly Alert[],
  now: number,
): Promise<readonly AlertTransition[]> {
  const open = parseAlerts(room.open_alerts);
  const status = room.status_before_silence ?? room.room_status;
  const transitions = ended
    .filter((alert) => !open.some((other) => other.status === alert.status && other.isTest === alert.isTest))
    .flatMap((alert) => reopenAlert(alert, alert.priority === 'technical' ? room.room_status : status, now) ?? []);
  if (transitions.length === 0) return [];
  await write.insertInto('alert_event').values(transitions.map(alertEventRow)).execute();
  const columns = alertColumns([...open, ...transitions.map(({ alert }) => alert)], parseHold(room.alert_hold));
  await write
    .updateTable('stream')
    .set(({ eb }) => ({ ...columns, alert_revision: eb('alert_revision', '+', 1) }))
    .where('uuid', '=', room.uuid)
    .execute();
  return transitions;
}
