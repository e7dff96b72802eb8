/** When the history of a ward begins that is asked for without a beginning. */
import { shiftAt } from '../../domain/local-time/shifts.ts';
import type { Database } from '../database/database.ts';
import { readWardTime } from '../rules/ward-time.ts';

/** At the start of a shift the history has the end of the one before. */
const minLengthMs = 2 * 3_600_000;

/** The start of the shift in which `to` is, but at least two hours before it. Epoch milliseconds. */
export async function readShiftStart(query: Database['query'], wardUUID: string, to: number): Promise<number> {
  const { clock, shifts } = await readWardTime(query, [wardUUID]);
  return Math.min(shiftAt(clock, shifts, to).from, to - minLengthMs);
}
