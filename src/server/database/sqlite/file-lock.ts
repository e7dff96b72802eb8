/** Lets only one server at a time own a SQLite file. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { errorMessage } from '../../shared/error-message.ts';
import { OperatorError } from '../../shared/operator-error.ts';

/** Another process owns the file. */
export class DatabaseLockedError extends OperatorError {
  constructor(file: string) {
    super(`Another Room Status is already running on ${file}. Stop it first, or set DATA_DIR to another folder.`);
  }
}

/** The file or its folder cannot be created, read or written. */
export class DatabaseUnusableError extends OperatorError {
  constructor(file: string, cause: unknown) {
    super(`The data cannot be written at ${file} (${errorMessage(cause)}).`, cause);
  }
}

/**
 * Creates the folder and takes the lock until `close`. The operating system releases it when the process is killed.
 * NOTE: the lock is a file next to the data, so that a backup can read the data meanwhile.
 * Throws DatabaseLockedError and DatabaseUnusableError.
 */
export function lockFile(file: string): Sqlite.Database {
  let lock: Sqlite.Database | undefined;
  try {
    createFolder(dirname(file));
    lock = new Sqlite(`${file}.lock`, { timeout: 0 });
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    const isLocked = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    throw isLocked ? new DatabaseLockedError(file) : new DatabaseUnusableError(file, error);
  }
}

/** NOTE: `mkdirSync` with `recursive` never returns where the system creates no folders, such as in /proc (Node 24). */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder);
}
