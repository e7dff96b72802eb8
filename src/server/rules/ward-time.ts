/** The time zone and the shifts of a ward. */
import { shiftsOfStream } from '../../contract/rules/ingest-rules.ts';
import { type LocalClock, localClockOf } from '../../domain/local-time/local-clock.ts';
import type { Shifts } from '../../domain/local-time/shifts.ts';
import type { Database } from '../database/database.ts';
import { timeZoneOf } from '../shared/location-time.ts';

export interface WardTime {
  readonly timeZone: string;
  readonly clock: LocalClock;
  readonly shifts: Shifts;
}

/** `wardUUIDs`: wards of one location. Its time zone and shifts are the same in all their rooms. */
export async function readWardTime(query: Database['query'], wardUUIDs: readonly string[]): Promise<WardTime> {
  const rooms = query.selectFrom('stream').select('rules').where('ward_uuid', 'in', wardUUIDs).limit(1);
  const rules = (wardUUIDs.length === 0 ? undefined : await rooms.executeTakeFirst())?.rules ?? null;
  const timeZone = timeZoneOf(rules);
  return { timeZone, clock: localClockOf(timeZone), shifts: shiftsOfStream(rules) };
}
