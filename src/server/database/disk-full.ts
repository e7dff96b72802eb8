/** What either database says when there is no room left. */
import Sqlite from 'better-sqlite3';
import pg from 'pg';

/** Whether that is the reason, or the reason behind it. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof Sqlite.SqliteError) return error.code === 'SQLITE_FULL';
  if (error instanceof pg.DatabaseError) return error.code === '53100';
  return error instanceof Error && error.cause !== undefined && isDiskFull(error.cause);
}
