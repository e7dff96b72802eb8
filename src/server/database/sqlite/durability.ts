/** How the commits of a SQLite connection reach the disk. */
import type Sqlite from 'better-sqlite3';
import { createCheckpoints } from './checkpoints.ts';
import type { ConnectionLock } from './connection-lock.ts';
import { createWalSync, type SyncFile } from './wal-sync.ts';

export interface Durability {
  /** To be called after each commit that may have written. */
  committed(): void;
  /** Resolves when everything that was committed before the call is on disk. */
  durable(): Promise<void>;
  close(): Promise<void>;
}

/** SQLite syncs each commit itself: for a command of the operator, in memory, and for an exclusive file. */
export const syncedByCommit: Durability = {
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
 * The server's connection: neither the sync of a commit nor a checkpoint runs on the event loop, where each would stop
 * all boards until the disk answers.
 */
export function createDurability(
  sqlite: Sqlite.Database,
  lock: ConnectionLock,
  { file, syncFile, onSyncFailure = endProcess }: DurabilityOptions,
): Durability {
  sqlite.pragma('synchronous = NORMAL');
  sqlite.pragma('wal_autocheckpoint = 0');
  // The first read creates the WAL file.
  sqlite.prepare('select count(*) from sqlite_schema').get();
  const wal = sqlite.prepare<[], { log: number; checkpointed: number }>('pragma wal_checkpoint(NOOP)');
  const countPages = (): number => {
    // SQLite refuses the pragma within a transaction.
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

/** Only one process can use an exclusive file, so no thread can run its checkpoints. */
export function isExclusive(sqlite: Sqlite.Database): boolean {
  return sqlite.pragma('locking_mode', { simple: true }) === 'exclusive';
}

/**
 * Ends the process like an error that nobody handles. After a failed sync nobody knows what is on the disk. SQLite finds
 * out when the file is opened again, as PostgreSQL does.
 */
function endProcess(error: Error): void {
  throw error;
}
