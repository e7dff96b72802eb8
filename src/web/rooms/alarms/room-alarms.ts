import { type RoomStatus, statusOfCode } from '../../../domain/room-status.ts';
import type { StreamState } from '../../../domain/stream.ts';

type RoomState = Pick<StreamState, 'roomStatus' | 'lastNotification' | 'lastNotificationSent'>;

/**
 * The status that makes this room an alarm, or undefined. A room stays an alarm when its camera becomes unreachable,
 * because the person may still need help.
 */
export function alarmOf({ roomStatus, lastNotification }: RoomState): RoomStatus | undefined {
  const current = statusOfCode(roomStatus);
  if (current.priority === 'high') return current;
  if (!isUnreachable({ roomStatus }) || lastNotification === null) return undefined;
  const notified = statusOfCode(lastNotification);
  return notified.priority === 'high' ? notified : undefined;
}

export function isUnreachable({ roomStatus }: Pick<RoomState, 'roomStatus'>): boolean {
  return statusOfCode(roomStatus).name === 'camera_unreachable';
}

/** The rooms with an alarm, the latest first, because a small screen shows only the first ones. */
export function roomsWithAlarm<Room extends RoomState>(rooms: readonly Room[]): { room: Room; alarm: RoomStatus }[] {
  const alarms = rooms.flatMap((room) => {
    const alarm = alarmOf(room);
    return alarm === undefined ? [] : [{ room, alarm }];
  });
  return alarms.toSorted((one, other) => notifiedAt(other.room) - notifiedAt(one.room));
}

/** The time of the last notification in epoch milliseconds. 0 without a notification, which is sorted last. */
function notifiedAt({ lastNotificationSent }: RoomState): number {
  return lastNotificationSent === null ? 0 : Date.parse(lastNotificationSent);
}
