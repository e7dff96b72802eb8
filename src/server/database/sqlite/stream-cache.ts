/**
 * The streams as they are stored, so that a transaction reads only those that it does not know yet. One process owns the
 * file, so all other writes can be noticed: they drop the cache.
 */
import type Sqlite from 'better-sqlite3';
import type { StateRow, StreamRow } from '../report-store.ts';

/** A stream takes about half a kilobyte. */
const maxStreams = 20_000;

export function createStreamCache(sqlite: Sqlite.Database, read: (uuid: string) => StreamRow | undefined) {
  // `data_version` changes when another connection commits, `total_changes` with each write of this connection. Two
  // statements, because SQLite compiles the pragma again each time when a query reads it as a table.
  const dataVersion = sqlite.prepare<[], number>('pragma data_version').pluck();
  const totalChanges = sqlite.prepare<[], number>('select total_changes()').pluck();
  let streams = new Map<string, StreamRow>();
  let knownVersion: number | undefined;
  let knownChanges: number | undefined;

  return {
    /** To be called within the transaction, before `get`. */
    begin: (): void => {
      const version = dataVersion.get();
      const isCurrent = version === knownVersion && totalChanges.get() === knownChanges;
      if (!isCurrent || streams.size >= maxStreams) streams = new Map();
      knownVersion = version;
    },
    /** The stream, if it exists. */
    get: (uuid: string): StreamRow | undefined => {
      const cached = streams.get(uuid) ?? read(uuid);
      if (cached !== undefined) streams.set(uuid, cached);
      return cached;
    },
    /** To be called after the commit, with the states that it wrote. Without this call the next `begin` drops the cache. */
    committed: (states: readonly StateRow[]): void => {
      for (const state of states) {
        const stream = streams.get(state.uuid);
        if (stream !== undefined) streams.set(state.uuid, { ...stream, ...state });
      }
      knownChanges = totalChanges.get();
    },
  };
}
