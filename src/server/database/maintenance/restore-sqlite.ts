/** Replaces the SQLite database with a backup and keeps the previous file. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import Sqlite from 'better-sqlite3';
import type { AuditEntry } from '../../audit/record-audit.ts';
import { lockFile } from '../sqlite/file-lock.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { keepAuditEvents } from './keep-audit-events.ts';
import { verifyBackup } from './verify-backup.ts';

interface RestoreOptions {
  readonly from: string;
  readonly to: string;
  /** The end of the new name of the previous file, for example a time. */
  readonly suffix: string;
  /** The event of the restore, for the audit log. */
  readonly event: AuditEntry;
}

interface Restored {
  /** The path of the previous file. Undefined: there was none. */
  readonly previous: string | undefined;
  /** How many audit events of the previous file were added. Undefined: its audit log could not be read. */
  readonly keptEvents: number | undefined;
}

/**
 * Audit events that the backup does not have stay. Throws OperatorError while a server runs on `to`,
 * and when the backup cannot be used; nothing has changed then.
 */
export async function restoreSqlite({ from, to, suffix, event }: RestoreOptions): Promise<Restored> {
  const lock = lockFile(to);
  const temporary = `${to}.restoring`;
  const previous = existsSync(to) ? `${to}.before-restore-${suffix}` : undefined;
  try {
    const keptEvents = await writeFileAtomically({
      to,
      temporary,
      failure: 'The restore failed',
      write: async () => {
        // NOTE: `copyFile` would also copy the permissions of the backup, which anybody may be able to read.
        await pipeline(createReadStream(from), createWriteStream(temporary));
        verifyBackup(temporary);
        return keepAuditEvents({ previous: previous === undefined ? undefined : to, restored: temporary, event });
      },
      beforeRename: async () => {
        if (previous !== undefined) await keepPrevious(to, previous);
      },
    });
    return { previous, keptEvents };
  } finally {
    lock.close();
  }
}

/** Adds a second name to the previous database. It stays in place if the process is killed before the rename. */
async function keepPrevious(file: string, previous: string): Promise<void> {
  checkpoint(file);
  await link(file, previous);
  // These files remain while another process reads the database. SQLite would apply them to the restored database.
  for (const ending of ['-wal', '-shm']) {
    if (existsSync(file + ending)) await rename(file + ending, previous + ending);
  }
}

/** Writes the WAL into the database file. A damaged database cannot be opened and stays as it is. */
function checkpoint(file: string): void {
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
