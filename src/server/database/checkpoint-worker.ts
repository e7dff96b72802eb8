/**
 * A thread that copies the WAL of a SQLite file into the file, so that the event loop does not wait for the disk. Each
 * message asks for one checkpoint; the answer is what prevented it, or null.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { errorMessage } from '../shared/error-message.ts';

parentPort?.on('message', () => parentPort?.postMessage(checkpoint(String(workerData))));

/** A passive checkpoint does not wait for other connections, and they do not wait for it. */
function checkpoint(file: string): string | null {
  try {
    const sqlite = new Sqlite(file, { fileMustExist: true });
    try {
      sqlite.pragma('wal_checkpoint(PASSIVE)');
      return null;
    } finally {
      sqlite.close();
    }
  } catch (error) {
    return errorMessage(error);
  }
}
