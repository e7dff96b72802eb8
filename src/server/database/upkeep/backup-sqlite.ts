/** A copy of the embedded database as it is at one moment, while the server goes on. */
import Sqlite from 'better-sqlite3';
import { BackupError } from './backup-error.ts';
import { type BackupContent, contentOf, lookIntoBackup } from './look-into-backup.ts';
import { writeWholeFile } from './whole-file.ts';

/** How many pages are copied before others have their turn. */
const pagesAtOnce = 1_000;

/** What the one who asked for it is told meanwhile, and how they stop it: then nothing is left of it. */
export interface BackupWatch<Progress> {
  readonly progress: (progress: Progress) => void;
  readonly signal: AbortSignal;
}

/** `to` is there only once it is whole and looked through. `progress`: from 0 to 1. Throws BackupError. */
export async function backUpSqlite(
  from: string,
  to: string,
  { progress, signal }: BackupWatch<number>,
): Promise<BackupContent> {
  const part = `${to}.part`;
  const sqlite = new Sqlite(from, { fileMustExist: true });

  async function write(): Promise<BackupContent> {
    sqlite.pragma('busy_timeout = 5000');
    // NOTE: while this transaction is open the copy sees one moment; without it each report that
    // comes in meanwhile would start it anew. Writers are not held up by it.
    sqlite.exec('begin');
    const expected = contentOf(sqlite, from);
    await sqlite.backup(part, {
      progress: ({ totalPages, remainingPages }) => {
        signal.throwIfAborted();
        progress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        return pagesAtOnce;
      },
    });
    makeOneFile(part);
    const found = await lookIntoBackup(part);
    assertSame(expected, found);
    signal.throwIfAborted();
    return found;
  }

  try {
    return await writeWholeFile({ to, part, write, failure: 'The backup failed' });
  } finally {
    sqlite.close();
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
