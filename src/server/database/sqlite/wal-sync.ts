/**
 * Makes commits durable outside the event loop. With `synchronous = FULL`, SQLite in WAL mode syncs the WAL file within
 * each commit, and the event loop waits for the disk. With `NORMAL` it does not sync on commit, and this module syncs
 * the file on a thread of libuv instead. Commits that arrive during a sync share the next one.
 */
import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

/** The disk could not store the WAL. A later sync may succeed although the data of this one is lost. */
export class SyncFailedError extends Error {
  constructor(file: string, cause: unknown) {
    super(`The disk did not store ${file}. Restart the server, so that SQLite reads what is on the disk.`, { cause });
    this.name = 'SyncFailedError';
  }
}

export type SyncFile = (descriptor: number) => Promise<void>;

interface WalSyncOptions {
  /** The database file. */
  readonly file: string;
  /** Called once, after the first failed sync was reported to its callers. */
  readonly onFailure: (error: SyncFailedError) => void;
  /** Called after each successful sync. */
  readonly onSynced: () => void;
  readonly syncFile?: SyncFile | undefined;
}

export function createWalSync({ file, onFailure, onSynced, syncFile = promisify(fdatasync) }: WalSyncOptions) {
  /** The number of commits. `durable` counts those that are on disk. */
  let committed = 0;
  let durable = 0;
  let running: Promise<void> | undefined;
  let failure: SyncFailedError | undefined;
  // SQLite keeps this file until the database is closed. On Windows only a descriptor for writing can be synced.
  let descriptor: number | undefined = openSync(`${file}-wal`, 'r+');

  async function sync(): Promise<void> {
    const covered = committed;
    if (descriptor === undefined) throw new Error('the database is closed');
    try {
      await syncFile(descriptor);
    } catch (error) {
      failure = new SyncFailedError(`${file}-wal`, error);
      setImmediate(onFailure, failure);
      throw failure;
    }
    durable = covered;
    onSynced();
  }

  return {
    /** Counts a commit. Call it after each commit that may have written. */
    committed: (): void => {
      committed += 1;
    },
    /** Resolves when everything that was committed before the call is on disk. Throws SyncFailedError. */
    durable: async (): Promise<void> => {
      const last = committed;
      while (durable < last) {
        if (failure !== undefined) throw failure;
        running ??= sync().finally(() => (running = undefined));
        await running;
      }
    },
    close: async (): Promise<void> => {
      await running?.catch(() => undefined);
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}
