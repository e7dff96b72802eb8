/** The embedded database: one SQLite file, owned by one process, synced to disk at every commit. */
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { migrate } from '../migrations/migrate.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import { OperatorError } from '../../shared/operator-error.ts';

const inMemory = ':memory:';

/** Another process works on the same file. */
export class DatabaseLockedError extends OperatorError {
  constructor(file: string) {
    super(`Another Room Status is already running on ${file}. Stop that one first, or set DATA_DIR to another folder.`);
  }
}

/** The file or its folder cannot be made, read or written. */
export class DatabaseUnusableError extends OperatorError {
  constructor(file: string, cause: unknown) {
    super(`The data cannot be written at ${file} (${cause instanceof Error ? cause.message : String(cause)}).`, cause);
  }
}

export interface SqliteOptions {
  readonly file: string;
  /** For a moment's work beside the server that owns the file, such as a command of the operator. */
  readonly isShared?: boolean;
}

/**
 * Opens the file, or makes it together with its folder. `:memory:` keeps nothing.
 * Throws DatabaseLockedError when another process has it, DatabaseUnusableError when it cannot be written.
 */
export async function openSqliteDatabase({ file, isShared = false }: SqliteOptions): Promise<Database> {
  const lock = file === inMemory || isShared ? undefined : lockFile(file);
  let sqlite: Sqlite.Database;
  try {
    sqlite = openFile(file);
  } catch (error) {
    lock?.close();
    throw new DatabaseUnusableError(file, error);
  }
  const query = new Kysely<Schema>({ dialect: createSqliteDialect(sqlite) });
  let version = dataVersionOf(sqlite);
  return {
    kind: 'sqlite',
    query,
    deviceQuery: query,
    isUnavailable: isTrouble,
    isFailure,
    isFull: (error) => error instanceof Sqlite.SqliteError && error.code === 'SQLITE_FULL',
    // There is one writer.
    isConflict: () => false,
    hasExternalWrites: async () => {
      const before = version;
      version = dataVersionOf(sqlite);
      return version !== before;
    },
    migrate: () => migrate(query, 'sqlite'),
    // The file has one owner.
    withExclusiveLock: (work) => work(),
    close: async () => {
      await query.destroy();
      // Kysely closes what it has used; a database that was opened and never asked is still open.
      sqlite.close();
      lock?.close();
    },
  };
}

/** Another one after each commit of another connection to the file, such as an operator's command. */
function dataVersionOf(sqlite: Sqlite.Database): unknown {
  return sqlite.pragma('data_version', { simple: true });
}

const troubles = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|LOCKED|NOMEM|CORRUPT|NOTADB|PROTOCOL)/;
const refusals = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/;

/** The disk or the file is full or damaged, or somebody else holds it: another time the same may work. */
function isTrouble(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && troubles.test(error.code);
}

function isFailure(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && !refusals.test(error.code);
}

/** It holds the signing keys: for its owner alone. What SQLite puts beside it gets the same rights. */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function openFile(file: string): Sqlite.Database {
  if (file !== inMemory) makeFile(file);
  const sqlite = new Sqlite(file);
  try {
    sqlite.pragma('journal_mode = WAL');
    // An accepted report survives a power cut: WAL syncs at every commit only with FULL.
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    // Only for moments when a backup tool holds the file.
    sqlite.pragma('busy_timeout = 5000');
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** NOTE: `recursive` of mkdirSync never returns where the system makes no folders, such as in /proc (Node 24). */
function makeFolder(folder: string): void {
  const isThere = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been quicker.
    if (!isThere()) throw error;
  }
}

/**
 * Held as long as the process lives, and released by the system even after a kill.
 * NOTE: a file beside the data, not the data itself, so that other tools can still read that for a backup.
 * Throws DatabaseLockedError and DatabaseUnusableError.
 */
export function lockFile(file: string): Sqlite.Database {
  let lock: Sqlite.Database | undefined;
  try {
    makeFolder(dirname(file));
    lock = new Sqlite(`${file}.lock`, { timeout: 0 });
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    const isTaken = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    throw isTaken ? new DatabaseLockedError(file) : new DatabaseUnusableError(file, error);
  }
}
