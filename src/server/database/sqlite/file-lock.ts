/** Lets only one server at a time own a SQLite file. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { errorMessage } from '../../shared/error-message.ts';
import { OperatorError } from '../../shared/operator-error.ts';

/**
 * Creates the folder and takes the lock until `close`. The operating system releases it when the process is killed.
 * NOTE: the lock is a file next to the data, so that a backup can read the data meanwhile.
 * Throws OperatorError when another process owns the file, or when it cannot be written.
 */
export function lockFile(file: string): Sqlite.Database {
  let lock: Sqlite.Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    lock = new Sqlite(`${file}.lock`, { timeout: 0 });
    // A journal file could not be written on a full disk.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    const isLocked = error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
    if (!isLocked) throw unusableFile(file, error);
    throw new OperatorError(
      `Another Room Status is already running on ${file}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
}

/** On a full disk SQLite cannot even open a file in WAL mode, because it needs some shared memory. */
export function isOutOfSpace(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(error.code);
}

/** The file or its folder cannot be created, read or written. */
export function unusableFile(file: string, cause: unknown): OperatorError {
  const reason = isOutOfSpace(cause) ? 'the disk is full: free some space' : errorMessage(cause);
  return new OperatorError(`The data cannot be written at ${file} (${reason}).`, cause);
}
