import type { Room } from '../../../domain/room.ts';

/** Whether no room has other alert rules than the first one, so that a sign on each card would say nothing. */
export function hasSameRules(rooms: readonly Room[]): boolean {
  const [first] = rooms;
  const expected = JSON.stringify(first?.alertRules);
  return rooms.every(({ alertRules }) => alertRules === first?.alertRules || JSON.stringify(alertRules) === expected);
}
