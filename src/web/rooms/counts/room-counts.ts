/** What the card of a ward or a location tells about its rooms. */
import type { Room } from '../../../domain/room.ts';
import { alertsToAnswer, isUnmonitored } from '../alerts/open-alerts.ts';
import { isUnreachable } from '../status/unreachable.ts';

export interface RoomCounts {
  /** The number of open alerts that staff answer. Technical alerts count as rooms that are not monitored. */
  readonly alertCount: number;
  /** The highest priority among these alerts. Undefined: there are none. */
  readonly priority: 'high' | 'medium' | undefined;
  readonly unmonitoredCount: number;
}

export function countRooms(rooms: readonly Room[]): RoomCounts {
  const alerts = alertsToAnswer(rooms);
  const highest = alerts.some(({ alert }) => alert.priority === 'high') ? 'high' : 'medium';
  return {
    alertCount: alerts.length,
    priority: alerts.length === 0 ? undefined : highest,
    unmonitoredCount: rooms.filter(isCountedUnmonitored).length,
  };
}

/** Counts the rooms of each ward. A ward without rooms has no alert and no room that is not monitored. */
export function countRoomsByWard(
  rooms: readonly Room[],
  wardUuids: readonly string[],
): ReadonlyMap<string, RoomCounts> {
  const byWard = Map.groupBy(rooms, ({ wardUUID }) => wardUUID);
  return new Map(wardUuids.map((uuid) => [uuid, countRooms(byWard.get(uuid) ?? [])]));
}

function isCountedUnmonitored(room: Room): boolean {
  return room.status === 'INACTIVE' || isUnreachable(room) || isUnmonitored(room);
}
