/** Keeps the audit log through a restore: an operator must not lose events by restoring an older backup. */
import Sqlite from 'better-sqlite3';
import { type AuditEntry, auditRow } from '../../audit/record-audit.ts';

interface KeepOptions {
  /** The file of the present database. Undefined: there is none. */
  readonly previous: string | undefined;
  /** The file that will replace it. */
  readonly restored: string;
  /** The event of the restore itself. */
  readonly event: AuditEntry;
}

const columns = `at, actor_kind, actor_id, actor_name, action, object_kind, object_id, object_name, client_uuid, old_values,
  new_values, address, search_text`;

/**
 * Adds the events of the previous database that the backup does not have, and the restore. Returns the number of added
 * events of the previous database. Undefined: it cannot be read, or one of the two is older than the audit log.
 */
export function keepAuditEvents({ previous, restored, event }: KeepOptions): number | undefined {
  const sqlite = new Sqlite(restored, { fileMustExist: true });
  try {
    if (!hasAuditLog(sqlite, 'main')) return undefined;
    const kept = previous === undefined ? 0 : addEvents(sqlite, previous);
    const row = Object.entries(auditRow(event));
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
    // A restore is needed most when the previous database is damaged.
    if (error instanceof Sqlite.SqliteError) return undefined;
    throw error;
  }
}

function hasAuditLog(sqlite: Sqlite.Database, schema: 'main' | 'previous'): boolean {
  const table = sqlite.prepare(`select 1 from ${schema}.sqlite_master where type = 'table' and name = 'audit_event'`);
  return table.get() !== undefined;
}
