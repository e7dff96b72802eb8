/** When the history of a ward begins that is asked for without a beginning. */
import { shiftsOfStream } from '../../contract/rules/ingest-rules.ts';
import { localClockOf } from '../../domain/local-time/local-clock.ts';
import { shiftAt } from '../../domain/local-time/shifts.ts';
import type { Database } from '../database/database.ts';
import { timeZoneOf } from './location-time.ts';

/** At the start of a shift the history has the end of the one before. */
const minLengthMs = 2 * 3_600_000;

/** The start of the shift in which `to` is, but at least two hours before it. Epoch milliseconds. */
export async function readShiftStart(query: Database['query'], wardUUID: string, to: number): Promise<number> {
  // The time zone and the shifts are those of the location, so all rooms of the ward have the same.
  const room = await query
    .selectFrom('stream')
    .select('rules')
    .where('ward_uuid', '=', wardUUID)
    .limit(1)
    .executeTakeFirst();
  const rules = room?.rules ?? null;
  const { from } = shiftAt(localClockOf(timeZoneOf(rules)), shiftsOfStream(rules), to);
  return Math.min(from, to - minLengthMs);
}
