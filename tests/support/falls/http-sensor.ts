/**
 * Sensors that report statuses by HTTP, in a room with one source. They record in the model what they see. Some of them
 * send times by wrong clocks.
 */
import { statusOfCode } from '../../../src/domain/room-status.ts';
import type { FallModel } from './fall-model.ts';

export const falls = [1, 17];
const [staffIn, staffOut] = [11, 24];
const residentStatuses = [1, 1, 1, 17, 0, 2, 3, 5, 6, 8, 12, -1, 99];
export const sensorStatuses = [...residentStatuses, staffIn, staffOut];
/** Milliseconds by which a sensor's clock is ahead. Null: the sensor sends no times. */
export const clockErrors = [null, 0, -2_000, -11 * 60_000, -2 * 3_600_000, 3_600_000];

/** The statuses of a sensor. One with a clock reports none about staff, because the server ignores late ones. */
export function statusesOf(clockError: number | null): readonly number[] {
  return clockError === null ? sensorStatuses : residentStatuses;
}

/** Records in the model what a report of this status means. */
export function observeStatus(model: FallModel, status: number, now: number): void {
  const { priority } = statusOfCode(status);
  const isStaff = status === staffIn || status === staffOut;
  if (isStaff) model.staffSeen(status === staffIn);
  // A report about staff or a failed camera says nothing about the resident.
  if (priority !== 'technical' && !isStaff) for (const fall of falls) if (fall !== status) model.stands(fall);
  if (model.isFallen(status)) model.goesOn(status);
  else if (falls.includes(status)) model.falls(status, now);
}
