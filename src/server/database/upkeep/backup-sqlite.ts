/** A copy of the embedded database as it is at one moment, while the server goes on. */
import { open, rename, rm } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { BackupError, reasonOf } from './backup-error.ts';
import { syncFile, syncFolderOf } from './file-sync.ts';
import { type BackupContent, contentOf, lookIntoBackup } from './look-into-backup.ts';

/** How many pages are copied before others have their turn. */
const pagesAtOnce = 1_000;

/** `to` is there only once it is whole and looked through. `progress`: from 0 to 1. Throws BackupError. */
export async function backUpSqlite(from: string, to: string, progress: (part: number) => void): Promise<BackupContent> {
  const part = `${to}.part`;
  await makePrivateFile(part);
  const sqlite = new Sqlite(from, { fileMustExist: true });
  try {
    sqlite.pragma('busy_timeout = 5000');
    // NOTE: while this transaction is open the copy sees one moment; without it each report that
    // comes in meanwhile would start it anew. Writers are not held up by it.
    sqlite.exec('begin');
    const expected = contentOf(sqlite, from);
    await sqlite.backup(part, {
      progress: ({ totalPages, remainingPages }) => {
        progress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        return pagesAtOnce;
      },
    });
    makeOneFile(part);
    await syncFile(part);
    const found = await lookIntoBackup(part);
    assertSame(expected, found);
    await rename(part, to);
    await syncFolderOf(to);
    return found;
  } catch (error) {
    await rm(part, { force: true });
    throw error instanceof BackupError ? error : new BackupError(`The backup failed: ${reasonOf(error)}`, error);
  } finally {
    sqlite.close();
  }
}

/** It will hold hashes of passwords and what people did at night. */
export async function makePrivateFile(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    throw new BackupError(`${file} cannot be written: ${reasonOf(error)}`, error);
  }
}

/** So that nothing but this file has to be kept, and it can be read where nothing may be written. */
function makeOneFile(file: string): void {
  const copy = new Sqlite(file, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

export function assertSame(expected: BackupContent, found: BackupContent): void {
  for (const [table, count] of Object.entries(expected.counts)) {
    if (found.counts[table] === count) continue;
    throw new BackupError(`The copy has ${found.counts[table] ?? 'no'} rows of ${table} in place of ${count}.`);
  }
}
