/**
 * Looks up the rooms that names stand for, and caches them: a device repeats the same few names with each report, and a
 * query for a name costs more than storing the report.
 */
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { createBatchLookup } from '../shared/cache/coalesce.ts';
import { type ResolvedRoom, resolveRooms } from './resolve-rooms.ts';

/** The maximum time for which a name is resolved as before after another process has changed it. */
const maxAgeMs = 1_000;
/**
 * The maximum number of cached names of all scopes. Wrong names are cached too, so that a device that invents names
 * cannot fill the memory.
 */
const maxNames = 20_000;

type Rooms = Map<string, ResolvedRoom>;

export type FindRoom = (name: string) => ResolvedRoom;

export type RoomLookup = ReturnType<typeof createRoomLookup>;

interface Lookup {
  readonly scope: Scope;
  readonly names: readonly string[];
}

/** `elapsed` returns milliseconds of a monotonic clock. */
export function createRoomLookup(database: Database, elapsed: () => number = () => performance.now()) {
  const isChanged = createChangeCheck(database, elapsed);
  const resolve = createBatchLookup((lookups: readonly Lookup[]) => resolveTogether(database, lookups));
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

  return {
    /**
     * Returns a function that resolves each of these names: synchronously if all are cached, otherwise as a promise.
     * Rejects when the database fails.
     */
    lookUp: (scope: Scope, names: readonly string[]): FindRoom | Promise<FindRoom> => {
      const rooms = cachedRooms(scope);
      const roomOf: FindRoom = (name) => rooms.get(name) ?? 'unknown';
      const missing = names.filter((name) => !rooms.has(name));
      if (missing.length === 0) return roomOf;
      count += missing.length;
      return resolve({ scope, names: missing }).then((found) => {
        const ofScope = found.get(scopeKey(scope));
        for (const name of missing) rooms.set(name, ofScope?.get(name) ?? 'unknown');
        return roomOf;
      });
    },
  };
}

/**
 * Returns a function that tells whether names may have changed: on SQLite after each write of another process, on
 * PostgreSQL after `maxAgeMs`.
 */
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

/** Resolves names. Lookups that arrive together share one query for each scope. */
async function resolveTogether(database: Database, lookups: readonly Lookup[]) {
  const found = new Map<string, ReadonlyMap<string, ResolvedRoom>>();
  for (const [key, ofScope] of Map.groupBy(lookups, ({ scope }) => scopeKey(scope))) {
    const names = new Set(ofScope.flatMap((lookup) => lookup.names));
    const [first] = ofScope;
    if (first !== undefined) found.set(key, await resolveRooms(database, first.scope, [...names]));
  }
  return found;
}

function scopeKey(scope: Scope): string {
  return scope.kind === 'everything' ? scope.kind : `${scope.kind} ${scope.uuid}`;
}
