/**
 * The streams as they are stored, so that a transaction reads only those that it does not know yet. One process owns the
 * file, so all other writes can be noticed: they drop the cache.
 */
import type Sqlite from 'better-sqlite3';
import type { StateRow, StreamRow } from '../report-store.ts';

/** A stream takes about half a kilobyte. */
const maxStreams = 20_000;

export function createStreamCache(sqlite: Sqlite.Database, read: (uuid: string) => StreamRow | undefined) {
  /** `data_version` changes when another connection commits, `total_changes` with each write of this connection. */
  const version = sqlite.prepare<[], { data_version: number; changes: number }>(
    'select data_version, total_changes() as changes from pragma_data_version',
  );
  let streams = new Map<string, StreamRow>();
  let dataVersion = -1;
  let ownChanges = -1;

  return {
    /** To be called within the transaction, before `get`. */
    begin: (): void => {
      const current = version.get();
      if (current?.data_version === dataVersion && current.changes === ownChanges && streams.size < maxStreams) return;
      streams = new Map();
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
      const current = version.get();
      dataVersion = current?.data_version ?? -1;
      ownChanges = current?.changes ?? -1;
    },
  };
}
