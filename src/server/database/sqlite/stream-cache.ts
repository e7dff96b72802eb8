/**
 * Caches the stored streams, so that a transaction reads only those that are missing. One process owns the file, so
 * writes by others can be detected, and they clear the cache.
 */
import type Sqlite from 'better-sqlite3';
import type { StateRow, StreamRow } from '../report-store.ts';

/** The maximum number of cached streams. A stream takes about half a kilobyte. */
const maxStreams = 20_000;

/** Counts the writes of this connection outside the report store. */
export interface WriteCounter {
  count: number;
}

export function createStreamCache(
  sqlite: Sqlite.Database,
  writes: WriteCounter,
  read: (uuid: string) => StreamRow | undefined,
) {
  // SQLite changes this number when another connection commits.
  const dataVersion = sqlite.prepare<[], number>('pragma data_version').pluck();
  let streams = new Map<string, StreamRow>();
  let knownVersion: number | undefined;
  let knownWrites = writes.count;
  let isCommitted = true;

  return {
    /** Clears the cache if others may have written the streams. Call it within the transaction, before `get`. */
    begin: (): void => {
      const version = dataVersion.get();
      const isCurrent = isCommitted && version === knownVersion && writes.count === knownWrites;
      if (!isCurrent || streams.size >= maxStreams) streams = new Map();
      knownVersion = version;
      knownWrites = writes.count;
      isCommitted = false;
    },
    /** Returns the stream from the cache or the file. Undefined if it does not exist. */
    get: (uuid: string): StreamRow | undefined => {
      const cached = streams.get(uuid) ?? read(uuid);
      if (cached !== undefined) streams.set(uuid, cached);
      return cached;
    },
    /**
     * Puts the written states into the cache. Call it after the commit. Otherwise the next `begin` clears the cache.
     */
    committed: (states: readonly StateRow[]): void => {
      for (const state of states) {
        const stream = streams.get(state.uuid);
        if (stream !== undefined) streams.set(state.uuid, { ...stream, ...state });
      }
      isCommitted = true;
    },
  };
}
