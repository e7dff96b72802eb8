/** The embedded database: one SQLite file that one server owns. */
import { writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { createDamageFlag } from '../damage-flag.ts';
import type { Database } from '../database.ts';
import { migrate, readSchemaVersion, schemaVersion } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { createConnectionLock } from './connection-lock.ts';
import { createDurability, isExclusive, commitDurability } from './durability.ts';
import { isOutOfSpace, lockFile, createFileError } from './file-lock.ts';
import { migrateInThread } from './migrate-in-thread.ts';
import { deleteReserve } from './reserve-file.ts';
import { createSqliteReportStore } from './report-store-sqlite.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import { SyncFailedError, type SyncFile } from './wal-sync.ts';

const inMemory = ':memory:';
/** How long a query waits for another process. An operator command holds the write lock only for a moment. */
const defaultBusyTimeoutMs = 5_000;

interface SqliteOptions {
  /** Path of the file, or `:memory:`. */
  readonly file: string;
  /** Opens the file without the lock, next to the server that owns the file. For a command of the operator. */
  readonly isShared?: boolean;
  /** How long a query waits while another process writes. */
  readonly busyTimeoutMs?: number;
  /** For tests: the content of a database in memory, as SQLite serialises it. */
  readonly image?: Buffer;
  /** For tests: replaces the sync of the WAL. */
  readonly syncFile?: SyncFile;
  /** Called when the disk could not store a commit. Default: the process ends. */
  readonly onSyncFailure?: (error: Error) => void;
}

/**
 * Opens the file, or creates it with its folder.
 * Throws OperatorError when another server owns it, or when it cannot be written.
 */
export async function openSqliteDatabase(options: SqliteOptions): Promise<Database> {
  const { file, isShared = false, busyTimeoutMs = defaultBusyTimeoutMs } = options;
  const fileLock = file === inMemory || isShared ? undefined : lockFile(file);
  const lock = createConnectionLock();
  let sqlite: Sqlite.Database;
  let durability = commitDurability;
  try {
    sqlite = options.image === undefined ? openOnAnyDisk(file, isShared) : openFile(file, { image: options.image });
    sqlite.pragma(`busy_timeout = ${busyTimeoutMs}`);
    if (fileLock !== undefined && !isExclusive(sqlite)) durability = createDurability(sqlite, lock, options);
  } catch (error) {
    fileLock?.close();
    throw createFileError(file, error);
  }
  const writes = { count: 0 };
  const { log, note, hasDamage } = createDamageFlag(isDamaged);
  const query = new Kysely<Schema>({ dialect: createSqliteDialect({ sqlite, lock, durability, writes }), log });
  return {
    kind: 'sqlite',
    address: file === inMemory || isExclusive(sqlite) ? undefined : { kind: 'sqlite', file },
    query,
    deviceQuery: query,
    reports: createSqliteReportStore({ sqlite, lock, durability, writes, onError: note }),
    isUnavailable,
    isFailure,
    isDamaged,
    hasDamage,
    isFull: (error) => error instanceof Sqlite.SqliteError && error.code === 'SQLITE_FULL',
    // Transactions never conflict, because all queries of this process share one connection.
    isConflict: () => false,
    ...createWriteVersion(sqlite),
    migrate: async (onStep) => {
      const version = await readSchemaVersion({ query, kind: 'sqlite' });
      const isLong = version > 0 && version < schemaVersion;
      // A thread cannot open a file that is opened exclusively, nor a database in memory, so those are migrated here.
      if (isLong && durability !== commitDurability) return migrateInThread(file, onStep);
      return migrate(query, 'sqlite', onStep);
    },
    // A lock within the process is enough, because one server owns the file.
    withExclusiveLock: createConnectionLock().run,
    close: async () => {
      await durability.close();
      await query.destroy();
      // Kysely does not close a database that it has never queried, so it is closed here.
      sqlite.close();
      fileLock?.close();
    },
  };
}

/** Detects writes: SQLite changes `data_version` when another connection commits, such as that of a command. */
function createWriteVersion(sqlite: Sqlite.Database) {
  const statement = sqlite.prepare('pragma data_version').pluck();
  let ownChangeCount = 0;
  return {
    // SQLite's number has 32 bits, so both numbers fit into one.
    externalWriteVersion: () => ownChangeCount * 2 ** 32 + Number(statement.get()),
    hierarchyChanged: () => {
      ownChangeCount += 1;
    },
  };
}

const unavailableCodes = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED|NOMEM|CORRUPT|NOTADB|PROTOCOL)/;
const damagedCodes = /^SQLITE_(CORRUPT|NOTADB)/;
const refusedDataCodes = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

function isUnavailable(error: unknown): boolean {
  return error instanceof SyncFailedError || (error instanceof Sqlite.SqliteError && unavailableCodes.test(error.code));
}

function isDamaged(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && damagedCodes.test(error.code);
}

function isFailure(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof Sqlite.SqliteError && !refusedDataCodes.test(error.code));
}

/**
 * On a full disk the reserve is deleted to get space. Without a reserve the server opens the file exclusively, which
 * needs no space. Boards then show the stored statuses, and the operator's commands fail until the server is restarted.
 */
function openOnAnyDisk(file: string, isShared: boolean): Sqlite.Database {
  try {
    return openFile(file);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
  }
  deleteReserve(file);
  try {
    return openFile(file);
  } catch (error) {
    if (isShared || !isOutOfSpace(error)) throw error;
    return openFile(file, { lockingMode: 'EXCLUSIVE' });
  }
}

function openFile(
  file: string,
  { lockingMode = 'NORMAL', image }: { readonly lockingMode?: string; readonly image?: Buffer } = {},
): Sqlite.Database {
  // The file contains the signing keys, so only its owner may read it. SQLite gives its WAL the same permissions.
  if (file !== inMemory) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  const sqlite = new Sqlite(image ?? file);
  try {
    sqlite.pragma(`locking_mode = ${lockingMode}`);
    sqlite.pragma('journal_mode = WAL');
    // In WAL mode only FULL syncs every commit to disk, so that it survives a power failure. See durability.ts.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma(`busy_timeout = ${defaultBusyTimeoutMs}`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
