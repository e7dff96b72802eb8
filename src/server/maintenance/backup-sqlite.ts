/** Copies the SQLite database to a backup file while the server runs. */
import Sqlite from 'better-sqlite3';
import { OperatorError } from '../shared/operator-error.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { type BackupContent, readBackupContent, verifyBackup } from './verify-backup.ts';

const pagesPerStep = 1_000;

export interface BackupOptions {
  readonly from: string;
  /** An unfinished backup has this name with the ending `.part`. */
  readonly to: string;
  /**
   * Whether the backup has signing keys, sessions and links to set a password. Without them everybody must sign in again
   * after a restore.
   */
  readonly hasSecrets: boolean;
  /** Called with the copied share, from 0 to 1, of a backup with secrets. */
  readonly onProgress?: (share: number) => void;
}

/** Writes a verified backup of all rows that were committed before the call. Throws OperatorError. */
export function backUpSqlite({ from, to, hasSecrets, onProgress }: BackupOptions): Promise<BackupContent> {
  const temporary = `${to}.part`;
  async function write(): Promise<BackupContent> {
    if (hasSecrets) return copyWithSecrets(from, temporary, onProgress);
    // NOTE: `vacuum into` writes each row again, because a copy of the file would contain deleted rows in its unused
    // pages. It blocks this thread; writers do not wait for it.
    using(from, (sqlite) => {
      sqlite.pragma('busy_timeout = 5000');
      sqlite.prepare('vacuum into ?').run(temporary);
    });
    using(temporary, removeSecrets);
    return verifyBackup(temporary);
  }
  return writeFileAtomically({ to, temporary, write, failure: 'The backup failed' });
}

/** Copies the pages of the file, secrets included, and compares the numbers of rows with those of the source. */
async function copyWithSecrets(
  from: string,
  temporary: string,
  onProgress: (share: number) => void = () => undefined,
): Promise<BackupContent> {
  const sqlite = new Sqlite(from, { fileMustExist: true });
  try {
    sqlite.pragma('busy_timeout = 5000');
    // NOTE: this transaction pins one snapshot. Without it SQLite restarts the copy after every write. Writers do not
    // wait for it.
    sqlite.exec('begin');
    const expected = readBackupContent(sqlite, from);
    await sqlite.backup(temporary, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        return pagesPerStep;
      },
    });
    // Leaves the WAL mode, so that the backup is one file and can be opened in a read-only folder.
    using(temporary, (copy) => void copy.pragma('journal_mode = DELETE'));
    const found = verifyBackup(temporary);
    assertSameRowCounts(expected, found);
    return found;
  } finally {
    sqlite.close();
  }
}

function assertSameRowCounts(expected: BackupContent, found: BackupContent): void {
  for (const [table, count] of Object.entries(expected.rowCounts)) {
    if (found.rowCounts[table] === count) continue;
    throw new OperatorError(`The copy has ${found.rowCounts[table] ?? 'no'} rows of ${table}, expected ${count}.`);
  }
}

function using(file: string, work: (sqlite: Sqlite.Database) => void): void {
  const sqlite = new Sqlite(file, { fileMustExist: true });
  try {
    work(sqlite);
  } finally {
    sqlite.close();
  }
}

/**
 * Empties the tables with which somebody could create access tokens, continue sessions or set passwords. The server
 * creates new keys at its next start. Hashes of passwords and device keys stay, because nobody could log in after a
 * restore without them.
 */
function removeSecrets(sqlite: Sqlite.Database): void {
  // Overwrites deleted rows with zeros, so that secrets cannot be read from the file.
  sqlite.pragma('secure_delete = ON');
  for (const table of ['identity_key', 'identity_record', 'one_time_token', 'phone', 'phone_message']) {
    sqlite.exec(`delete from ${table}`);
  }
  sqlite.exec('update equipment set broker_password = null');
  sqlite
    .prepare("update contact set secret = null, last_at = ?, last_reason = 'no-secret' where channel = 'webhook'")
    .run(Date.now());
}
