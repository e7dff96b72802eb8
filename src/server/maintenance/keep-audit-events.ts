/** Keeps the audit log through a restore: an operator must not lose audit events by restoring an older backup. */
import Sqlite from 'better-sqlite3';
import type { Insertable } from 'kysely';
import { auditEventColumns, type AuditEventTable } from '../database/tables/audit-event-table.ts';

interface KeepAuditEventsOptions {
  /** The file of the database that the restore replaces. Undefined: there is none. */
  readonly previous: string | undefined;
  /** The file of the restored database, which will replace `previous`. */
  readonly restored: string;
  /** The audit event about the restore itself. */
  readonly event: Insertable<AuditEventTable>;
}

/**
 * Adds to the restored database the audit events that only the previous database has, and the event of the restore.
 * Returns the number of added events of the previous database. Undefined: that database cannot be read, or one of the
 * two is older than the audit log.
 */
export function keepAuditEvents({ previous, restored, event }: KeepAuditEventsOptions): number | undefined {
  const sqlite = new Sqlite(restored, { fileMustExist: true });
  try {
    if (!hasAuditLog(sqlite, 'main')) return undefined;
    const kept = previous === undefined ? 0 : addEvents(sqlite, previous);
    const columns = columnsOf(sqlite, 'main');
    const row = Object.entries(event).filter(([name]) => columns.includes(name));
    const names = row.map(([name]) => name);
    sqlite
      .prepare(`insert into audit_event (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      .run(...row.map(([, value]) => value));
    return kept;
  } finally {
    sqlite.close();
  }
}

function addEvents(sqlite: Sqlite.Database, previous: string): number | undefined {
  try {
    sqlite.prepare('attach database ? as previous').run(previous);
    if (!hasAuditLog(sqlite, 'previous')) return undefined;
    const shared = columnsOf(sqlite, 'main').filter((name) => columnsOf(sqlite, 'previous').includes(name));
    const columns = shared.join(', ');
    return sqlite
      .prepare(
        `insert into main.audit_event (${columns})
         select ${columns} from previous.audit_event old where not exists (
           select 1 from main.audit_event new
           where new.at = old.at and new.action = old.action and new.search_text = old.search_text
             and new.old_values is old.old_values and new.new_values is old.new_values
         ) order by sequence`,
      )
      .run().changes;
  } catch (error) {
    // The previous database is damaged, a common reason for a restore. The restore goes on without its audit events.
    if (error instanceof Sqlite.SqliteError) return undefined;
    throw error;
  }
}

function hasAuditLog(sqlite: Sqlite.Database, schema: 'main' | 'previous'): boolean {
  const table = sqlite.prepare(`select 1 from ${schema}.sqlite_master where type = 'table' and name = 'audit_event'`);
  return table.get() !== undefined;
}

/** Returns the columns of the audit log in a database. One of an earlier version has fewer columns. */
function columnsOf(sqlite: Sqlite.Database, schema: 'main' | 'previous'): readonly string[] {
  const names = sqlite.prepare(`select name from ${schema}.pragma_table_info('audit_event')`).pluck().all();
  return auditEventColumns.filter((name) => names.includes(name));
}
