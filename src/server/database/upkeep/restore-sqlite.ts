/** Puts a backup in the place of the embedded database, which is kept aside. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { lockFile } from '../database-sqlite.ts';
import { assertSame } from './backup-sqlite.ts';
import { type BackupContent, lookIntoBackup } from './look-into-backup.ts';
import { writeWholeFile } from './whole-file.ts';

interface RestoreOptions {
  readonly from: string;
  readonly to: string;
  readonly expected: BackupContent;
  /** For the name of what is kept aside. */
  readonly stamp: string;
  /** Stops it, as long as nothing was moved. */
  readonly signal: AbortSignal;
}

/**
 * Throws DatabaseLockedError while a server runs on `to`, BackupError where the backup is of no use or it was
 * stopped; nothing has changed then. The name of what is kept aside, if there was anything.
 */
export async function restoreSqlite({
  from,
  to,
  expected,
  stamp,
  signal,
}: RestoreOptions): Promise<string | undefined> {
  const lock = lockFile(to);
  const part = `${to}.restoring`;
  const aside = existsSync(to) ? `${to}.before-restore-${stamp}` : undefined;
  try {
    await writeWholeFile({
      to,
      part,
      failure: 'The restoration failed',
      write: async () => {
        await copy(from, part, signal);
        assertSame(expected, await lookIntoBackup(part));
      },
      makeRoom: async () => {
        // It was looked through in one go: who asked for an end meanwhile is heard now.
        await nextTurn();
        signal.throwIfAborted();
        if (aside !== undefined) await keepAside(to, aside);
      },
    });
    return aside;
  } finally {
    lock.close();
  }
}

async function copy(from: string, to: string, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(createReadStream(from), createWriteStream(to), { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Under both names for a moment: a kill in between leaves the old data where they were. */
async function keepAside(file: string, aside: string): Promise<void> {
  writeOutLog(file);
  await link(file, aside);
  // Of a damaged file something may be left in these, and it must not be taken for the restored one's.
  for (const ending of ['-wal', '-shm']) {
    if (existsSync(file + ending)) await rename(file + ending, aside + ending);
  }
}

/** What is damaged cannot be opened, and is kept as it is. */
function writeOutLog(file: string): void {
  let sqlite: Sqlite.Database | undefined;
  try {
    sqlite = new Sqlite(file, { fileMustExist: true });
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  } finally {
    sqlite?.close();
  }
}
