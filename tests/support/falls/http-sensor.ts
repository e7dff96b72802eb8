/** A sensor that reports statuses by HTTP, in a room with one source. It tells the model what it sees. */
import { statusOfCode } from '../../../src/domain/room-status.ts';
import type { FallModel } from './fall-model.ts';

export const falls = [1, 17];
const [staffIn, staffOut] = [11, 24];
export const sensorStatuses = [1, 1, 1, 17, 0, 2, 3, 5, 6, 8, staffIn, staffOut, 12, -1, 99];

/** Tells the model what a report of this status says. */
export function observeStatus(model: FallModel, status: number, now: number): void {
  const { priority } = statusOfCode(status);
  const isStaff = status === staffIn || status === staffOut;
  if (isStaff) model.staffSeen(status === staffIn);
  // Staff and cameras that fail say nothing of the resident.
  if (priority !== 'technical' && !isStaff) for (const fall of falls) if (fall !== status) model.stands(fall);
  if (model.isFallen(status)) model.goesOn(status);
  else if (falls.includes(status)) model.falls(status, now);
}
