/** The time zone and the shifts of a ward. */
import { shiftsOfStream } from '../../contract/rules/ingest-rules.ts';
import { type LocalClock, localClockOf } from '../../domain/local-time/local-clock.ts';
import type { Shifts } from '../../domain/local-time/shifts.ts';
import type { Database } from '../database/database.ts';
import { timeZoneOf } from './location-time.ts';

export interface WardTime {
  readonly timeZone: string;
  readonly clock: LocalClock;
  readonly shifts: Shifts;
}

export async function readWardTime(query: Database['query'], wardUUID: string): Promise<WardTime> {
  // They are those of the location, so all rooms of the ward have the same.
  const room = await query
    .selectFrom('stream')
    .select('rules')
    .where('ward_uuid', '=', wardUUID)
    .limit(1)
    .executeTakeFirst();
  const rules = room?.rules ?? null;
  const timeZone = timeZoneOf(rules);
  return { timeZone, clock: localClockOf(timeZone), shifts: shiftsOfStream(rules) };
}
