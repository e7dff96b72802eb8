/**
 * Looks up the rooms that names stand for, and caches them: a device repeats the same few names with each report, and a
 * query for a name costs more than storing the report.
 */
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { createGroupCommit } from '../../shared/group-commit.ts';
import { type ResolvedRoom, resolveRooms } from './resolve-rooms.ts';

/** After a change by another process, names keep their earlier meaning for at most this time. */
const maxAgeMs = 1_000;
/** Names of all scopes together. Wrong names are cached too, so a device that invents names must not fill the memory. */
const maxNames = 20_000;
const maxNamesPerQuery = 2_000;

type Rooms = Map<string, ResolvedRoom>;

export type RoomOf = (name: string) => ResolvedRoom;

/** Returns a function that knows each of these names, at once if all are cached. Rejects when the database fails. */
export type LookUpRooms = (scope: Scope, names: readonly string[]) => RoomOf | Promise<RoomOf>;

interface Lookup {
  readonly scope: Scope;
  readonly names: readonly string[];
}

/** `elapsed` returns milliseconds of a monotonic clock. */
export function createRoomLookup(database: Database, elapsed: () => number = () => performance.now()): LookUpRooms {
  const isChanged = createChangeCheck(database, elapsed);
  const { submit } = createGroupCommit<Lookup, ReadonlyMap<string, ResolvedRoom>>({
    weightOf: ({ names }) => names.length,
    maxWeight: maxNamesPerQuery,
    isItemFault: (error) => !database.isUnavailable(error),
    commit: async (lookups) => ({ answers: await resolveTogether(database, lookups) }),
  });
  let roomsByScope = new Map<string, Rooms>();
  let count = 0;

  function cachedRooms(scope: Scope): Rooms {
    if (isChanged() || count > maxNames) {
      roomsByScope = new Map();
      count = 0;
    }
    const rooms: Rooms = roomsByScope.get(scopeKey(scope)) ?? new Map();
    roomsByScope.set(scopeKey(scope), rooms);
    return rooms;
  }

  return (scope, names) => {
    const rooms = cachedRooms(scope);
    const roomOf: RoomOf = (name) => rooms.get(name) ?? 'unknown';
    const missing = names.filter((name) => !rooms.has(name));
    if (missing.length === 0) return roomOf;
    count += missing.length;
    return submit({ scope, names: missing }).then((found) => {
      for (const name of missing) rooms.set(name, found.get(name) ?? 'unknown');
      return roomOf;
    });
  };
}

/** Returns whether the names may have changed: at each external write on SQLite, on PostgreSQL after `maxAgeMs`. */
function createChangeCheck(database: Database, elapsed: () => number): () => boolean {
  let version = database.externalWriteVersion();
  let checkedAt = elapsed();
  return () => {
    const previous = version;
    version = database.externalWriteVersion();
    if (version !== undefined) return version !== previous;
    if (elapsed() - checkedAt < maxAgeMs) return false;
    checkedAt = elapsed();
    return true;
  };
}

/** Calls that arrive together share one query for each scope. */
async function resolveTogether(database: Database, lookups: readonly Lookup[]) {
  const byScope = Map.groupBy(lookups, ({ scope }) => scopeKey(scope));
  const answers = new Map<string, ReadonlyMap<string, ResolvedRoom>>();
  for (const [key, [first, ...others]] of byScope) {
    if (first === undefined) continue;
    const names = new Set([first, ...others].flatMap((lookup) => lookup.names));
    answers.set(key, await resolveRooms(database, first.scope, [...names]));
  }
  return lookups.map(({ scope }) => answers.get(scopeKey(scope)) ?? new Map<string, ResolvedRoom>());
}

function scopeKey(scope: Scope): string {
  return scope.kind === 'everything' ? scope.kind : `${scope.kind} ${scope.uuid}`;
}
