/** The steps in which a resident gets up. Together they are one event for which staff go to the room once. */
import { type RoomStatusName, statusOfCode } from '../room-status.ts';

type StatusName = RoomStatusName | 'unknown';

const steps: readonly StatusName[] = ['getting_up_in_bed', 'soeb', 'out_of_bed', 'not_in_bed', 'getting_up_from_chair'];

/** Where a resident goes who is up. The event goes on until the resident is back in bed. */
const destinations: readonly StatusName[] = ['in_bathroom', 'out_of_room', 'entering_room'];

export function isGettingUp(status: number): boolean {
  return steps.includes(statusOfCode(status).name);
}

/** Whether the resident is still up: at one of the steps, or away from the bed. */
export function isStillUp(status: number): boolean {
  return isGettingUp(status) || destinations.includes(statusOfCode(status).name);
}
