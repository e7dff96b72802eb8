/** The rooms that a key may name, for whoever named another. */
import { maxKnownRooms } from '../../../contract/reports.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { createTtlCache } from '../../shared/ttl-cache.ts';
import { listKnownRooms } from './resolve-rooms.ts';

/** All rooms of a scope are sorted for it: a device that is set up wrongly must not have that done at each report. */
const keptMs = 2_000;

/** As they are, or were a moment ago. `elapsed`: milliseconds of a clock that is never set. */
export function createKnownRoomCache(
  database: Database,
  elapsed: () => number,
): (scope: Scope) => ReturnType<typeof listKnownRooms> {
  const known = createTtlCache<Awaited<ReturnType<typeof listKnownRooms>>>({ forMs: keptMs, now: elapsed });
  return (scope) => {
    const place = scope.kind === 'everything' ? scope.kind : `${scope.kind} ${scope.uuid}`;
    return known.get(place, () => listKnownRooms(database, scope, maxKnownRooms));
  };
}
