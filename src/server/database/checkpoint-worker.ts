/**
 * A thread that copies the WAL into the SQLite file (checkpoint), so that the event loop does not wait for the disk.
 * Each received message starts one checkpoint. The posted message is null, or what prevented the checkpoint.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { errorMessageOf } from '../shared/error-message.ts';

parentPort?.on('message', () => parentPort?.postMessage(checkpoint(String(workerData))));

/** Runs a passive checkpoint: it does not wait for other connections, and they do not wait for it. */
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
    return errorMessageOf(error);
  }
}
