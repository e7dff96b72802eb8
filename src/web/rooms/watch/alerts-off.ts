/** Where the rules let a status of high priority, such as a fall, raise no alert. */
import { isHighPriority } from '../../../domain/room-status.ts';
import type { Room } from '../../../domain/room.ts';

interface AlertsOff {
  /** Status codes. */
  readonly statuses: readonly number[];
  /** The names of the rooms. Null: all rooms of the board. */
  readonly rooms: readonly string[] | null;
}

/** One entry for each set of statuses. An inactive room is not monitored anyway. */
export function alertsOffOf(rooms: readonly Room[]): readonly AlertsOff[] {
  const active = rooms.filter(({ status }) => status === 'ACTIVE');
  const byStatuses = Map.groupBy(active, (room) => JSON.stringify(statusesOff(room)));
  return [...byStatuses.values()].flatMap((same) => {
    const [first] = same;
    const statuses = first === undefined ? [] : statusesOff(first);
    if (statuses.length === 0) return [];
    return [{ statuses, rooms: same.length === active.length ? null : same.map(({ displayName }) => displayName) }];
  });
}

function statusesOff({ alertRules = [] }: Room): readonly number[] {
  return alertRules
    .filter(({ status, priority }) => priority === null && isHighPriority(status))
    .map(({ status }) => status);
}
