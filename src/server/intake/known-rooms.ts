/** The rooms that a key may name, for whoever named another. */
import { maxKnownRooms } from '../../contract/reports.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { listKnownRooms } from './find-rooms.ts';

/** All rooms of a scope are sorted for it: a device that is set up wrongly must not have that done at each report. */
const keptMs = 2_000;

type Known = ReturnType<typeof listKnownRooms>;

/** As they are, or were a moment ago. `elapsed`: milliseconds of a clock that is never set. */
export function keepKnownRooms(database: Database, elapsed: () => number): (scope: Scope) => Known {
  let kept = new Map<string, Known>();
  let since = -Infinity;

  return (scope) => {
    // All are forgotten together: nothing is kept that nobody asks for any more.
    if (elapsed() - since >= keptMs) {
      since = elapsed();
      kept = new Map();
    }
    const place = scope.kind === 'everything' ? scope.kind : `${scope.kind} ${scope.uuid}`;
    const found = kept.get(place);
    if (found !== undefined) return found;
    const generation = kept;
    const known = listKnownRooms(database, scope, maxKnownRooms);
    generation.set(place, known);
    known.catch(() => generation.delete(place));
    return known;
  };
}
