/** Makes the commits of a SQLite connection durable. */
import type Sqlite from 'better-sqlite3';
import { createCheckpoints } from './checkpoints.ts';
import type { ConnectionLock } from './connection-lock.ts';
import { createWalSync, type SyncFile } from './wal-sync.ts';

export interface Durability {
  /** Must be called after each commit that may have written. */
  committed(): void;
  /** Resolves when everything that was committed before the call is on disk. */
  durable(): Promise<void>;
  close(): Promise<void>;
}

/** SQLite syncs each commit itself. Used for operator commands, for databases in memory and for an exclusive file. */
export const commitDurability: Durability = {
  committed: () => undefined,
  durable: async () => undefined,
  close: async () => undefined,
};

interface DurabilityOptions {
  readonly file: string;
  readonly syncFile?: SyncFile;
  readonly onSyncFailure?: (error: Error) => void;
}

/**
 * For the server's connection: syncs and checkpoints run outside the event loop, because they would stop all boards
 * until the disk responds.
 */
export function createDurability(
  sqlite: Sqlite.Database,
  lock: ConnectionLock,
  { file, syncFile, onSyncFailure = endProcess }: DurabilityOptions,
): Durability {
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('wal_autocheckpoint = 0');
  // This read makes SQLite create the WAL file.
  sqlite.prepare('select count(*) from sqlite_schema').get();
  const wal = sqlite.prepare<[], { log: number; checkpointed: number }>('pragma wal_checkpoint(NOOP)');
  const countPages = (): number => {
    // Within a transaction the pages are not counted, because SQLite refuses the pragma there.
    const pages = sqlite.inTransaction ? undefined : wal.get();
    return pages === undefined ? 0 : pages.log - pages.checkpointed;
  };
  const checkpoints = createCheckpoints({ file, lock, countPages });
  const { committed, durable, close } = createWalSync({
    file,
    syncFile,
    onFailure: onSyncFailure,
    onSynced: checkpoints.check,
  });
  return {
    committed,
    durable,
    close: async () => {
      await checkpoints.close();
      await close();
    },
  };
}

/** Whether SQLite has opened the file exclusively. Then no thread can open it for checkpoints. */
export function isExclusive(sqlite: Sqlite.Database): boolean {
  return sqlite.pragma('locking_mode', { simple: true }) === 'exclusive';
}

/**
 * Ends the process as an uncaught error does. After a failed sync the content of the disk is not known. SQLite recovers
 * when the file is opened again, as PostgreSQL does.
 */
function endProcess(error: Error): void {
  throw error;
}
