/** Lets only one server at a time own a SQLite file. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { errorMessageOf } from '../../shared/error-message.ts';
import { OperatorError } from '../../shared/operator-error.ts';

/**
 * Creates the folder and locks the file until `close`. The operating system releases the lock when the process is
 * killed. NOTE: the lock is a file next to the data, so that a backup can read the data meanwhile. Throws OperatorError
 * when another process owns the file, or when it cannot be written.
 */
export function lockFile(file: string): Sqlite.Database {
  let lock: Sqlite.Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    lock = new Sqlite(`${file}.lock`, { timeout: 0 });
    // Keeps the journal in memory, because on a full disk its file could not be written.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    const isLocked = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    if (!isLocked) throw createFileError(file, error);
    throw new OperatorError(
      `Another Room Status is already running on ${file}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
}

/** Whether SQLite could not open the file for lack of disk space: in WAL mode it needs a file of shared memory. */
export function isOutOfSpace(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(error.code);
}

/** The error for a file or folder that cannot be created, read or written. */
export function createFileError(file: string, cause: unknown): OperatorError {
  const reason = isOutOfSpace(cause) ? 'the disk is full: free some space' : errorMessageOf(cause);
  return new OperatorError(`The data cannot be written at ${file} (${reason}).`, cause);
}
