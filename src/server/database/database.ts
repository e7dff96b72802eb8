/** The port to the database: portable SQL through Kysely that runs on SQLite and on PostgreSQL. */
import type { Kysely } from 'kysely';
import type { ReportStore } from './report-store.ts';
import type { Schema } from './schema.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface Database {
  readonly kind: DatabaseKind;
  readonly query: Kysely<Schema>;
  /** The same database through connections that are reserved for device reports. See `withDevicePool`. */
  readonly deviceQuery: Kysely<Schema>;
  /** Stores device reports, through the same connections as `deviceQuery`. */
  readonly reports: ReportStore;
  /** Whether the error is temporary: the database cannot answer now, and the same query may succeed later. */
  isUnavailable(error: unknown): boolean;
  /**
   * Whether the database failed, rather than refused the data of this query. It failed when it is unavailable or
   * damaged, or when a table or permission is missing. It refused when a constraint is violated.
   */
  isFailure(error: unknown): boolean;
  /** Whether the error means that the stored data are damaged. Only a restore repairs them. */
  isDamaged(error: unknown): boolean;
  /** Whether any query of this process has found damaged data. */
  hasDamage(): boolean;
  /** Whether the disk of the database is full. */
  isFull(error: unknown): boolean;
  /** Whether the transaction conflicted with another one. An immediate retry may succeed. */
  isConflict(error: unknown): boolean;
  /**
   * A number that changes when another process has written, or when this process has changed places or rooms. Undefined:
   * the database does not tell.
   */
  externalWriteVersion(): number | undefined;
  /** To be called after a transaction that has changed places or rooms, because caches of this process contain them. */
  hierarchyChanged(): void;
  /** Applies the missing migrations. Throws OperatorError when a newer build wrote the data. */
  migrate(): Promise<void>;
  /** Runs `work` while no other process runs work with this lock. */
  withExclusiveLock<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The database for device reports. When many boards load at once, reports do not queue behind their queries,
 * because they use connections of their own.
 */
export function withDevicePool(database: Database): Database {
  return { ...database, query: database.deviceQuery };
}
