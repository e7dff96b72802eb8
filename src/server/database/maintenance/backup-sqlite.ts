/** Copies the SQLite database to a backup file while the server runs. */
import Sqlite from 'better-sqlite3';
import { OperatorError } from '../../shared/operator-error.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { type BackupContent, readContent, verifyBackup } from './verify-backup.ts';

const pagesPerStep = 1_000;

/**
 * Writes a verified backup to `to`. An unfinished backup has the ending `.part`.
 * `onProgress` gets the copied share, from 0 to 1. Throws OperatorError.
 */
export async function backUpSqlite(
  from: string,
  to: string,
  onProgress: (share: number) => void,
): Promise<BackupContent> {
  const temporary = `${to}.part`;
  const sqlite = new Sqlite(from, { fileMustExist: true });

  async function write(): Promise<BackupContent> {
    sqlite.pragma('busy_timeout = 5000');
    // NOTE: this transaction pins one snapshot. Without it SQLite restarts the copy after every write.
    // Writers do not wait for it.
    sqlite.exec('begin');
    const expected = readContent(sqlite, from);
    await sqlite.backup(temporary, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        return pagesPerStep;
      },
    });
    leaveWalMode(temporary);
    const found = verifyBackup(temporary);
    assertSameRowCounts(expected, found);
    return found;
  }

  try {
    return await writeFileAtomically({ to, temporary, write, failure: 'The backup failed' });
  } finally {
    sqlite.close();
  }
}

/** Without the WAL mode the backup is one file, and it opens in a read-only folder. */
function leaveWalMode(file: string): void {
  const copy = new Sqlite(file, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

function assertSameRowCounts(expected: BackupContent, found: BackupContent): void {
  for (const [table, count] of Object.entries(expected.rowCounts)) {
    if (found.rowCounts[table] === count) continue;
    throw new OperatorError(`The copy has ${found.rowCounts[table] ?? 'no'} rows of ${table}, expected ${count}.`);
  }
}
