import { type RoomStatus, statusOfCode } from '../../../domain/room-status.ts';
import type { StreamState } from '../../../domain/stream.ts';

type Told = Pick<StreamState, 'roomStatus' | 'lastNotification' | 'lastNotificationSent'>;

/**
 * What somebody has to go to this room for, or undefined. A camera that falls silent after an alarm
 * ends nothing: until something else is told, the person may still lie there.
 */
export function alarmOf({ roomStatus, lastNotification }: Told): RoomStatus | undefined {
  const now = statusOfCode(roomStatus);
  if (now.priority === 'high') return now;
  if (!isUnreachable({ roomStatus }) || lastNotification === null) return undefined;
  const told = statusOfCode(lastNotification);
  return told.priority === 'high' ? told : undefined;
}

/** Nobody sees what happens in this room. */
export function isUnreachable({ roomStatus }: Pick<Told, 'roomStatus'>): boolean {
  return statusOfCode(roomStatus).name === 'camera_unreachable';
}

/** The rooms with an alarm, the latest first: where there is no space for all, the news is what shows. */
export function roomsWithAlarm<Room extends Told>(rooms: readonly Room[]): { room: Room; alarm: RoomStatus }[] {
  const found = rooms.flatMap((room) => {
    const alarm = alarmOf(room);
    return alarm === undefined ? [] : [{ room, alarm }];
  });
  return found.toSorted((one, other) => toldAt(other.room) - toldAt(one.room));
}

/** Epoch milliseconds; a room that never told comes last. */
function toldAt({ lastNotificationSent }: Told): number {
  return lastNotificationSent === null ? 0 : Date.parse(lastNotificationSent);
}
