/** Replaces the SQLite database with a backup and keeps the previous file. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import Sqlite from 'better-sqlite3';
import type { Insertable } from 'kysely';
import { lockFile } from '../database/sqlite/file-lock.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { keepAuditEvents } from './keep-audit-events.ts';
import type { AuditEventTable } from '../database/tables/audit-event-table.ts';
import { verifyBackup } from './verify-backup.ts';

interface RestoreOptions {
  readonly from: string;
  readonly to: string;
  /** Appended to the name of the previous file, for example a time. */
  readonly suffix: string;
  /** The event of the restore, for the audit log. */
  readonly event: Insertable<AuditEventTable>;
}

interface Restored {
  /** The path of the previous file. Undefined: there was none. */
  readonly previous: string | undefined;
  /** The number of audit events of the previous file that were added. Undefined: its audit log could not be read. */
  readonly keptEvents: number | undefined;
}

/**
 * Replaces the database. Adds the audit events of the previous file that the backup does not have. Throws
 * OperatorError, and changes nothing, while a server runs on `to` or when the backup cannot be used.
 */
export async function restoreSqlite({ from, to, suffix, event }: RestoreOptions): Promise<Restored> {
  const lock = lockFile(to);
  const temporary = `${to}.restoring`;
  const previous = existsSync(to) ? `${to}.before-restore-${suffix}` : undefined;
  try {
    const written = await writeFileAtomically({
      to,
      temporary,
      failure: 'The restore failed',
      write: async () => {
        // NOTE: `copyFile` would also copy the permissions of the backup, which anybody may be able to read.
        await pipeline(createReadStream(from), createWriteStream(temporary));
        verifyBackup(temporary);
        const present = previous === undefined ? undefined : to;
        return { keptEvents: keepAuditEvents({ previous: present, restored: temporary, event }) };
      },
      beforeRename: async () => {
        if (previous !== undefined) await keepPrevious(to, previous);
      },
    });
    return { previous, ...written };
  } finally {
    lock.close();
  }
}

/**
 * Gives the previous database a second name with a hard link. If the process is killed before the rename, the database
 * is still in place.
 */
async function keepPrevious(file: string, previous: string): Promise<void> {
  checkpoint(file);
  await link(file, previous);
  // Removes the WAL files. They remain when another process has read the database, and SQLite would apply them to the
  // restored one.
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
