/** The port to the database: portable SQL through Kysely that runs on SQLite and on PostgreSQL. */
import type { Kysely } from 'kysely';
import type { ReportStore } from './report-store.ts';
import type { Schema } from './schema.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A step of `migrate`: the number of the migration that is applied now, counted from 1, and how many are missing. */
export interface MigrationStep {
  readonly step: number;
  readonly count: number;
}

/** How another thread opens the same database. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

export interface Database {
  readonly kind: DatabaseKind;
  /** Undefined: no other thread can open it, because it is in memory or its file is locked. */
  readonly address: DatabaseAddress | undefined;
  readonly query: Kysely<Schema>;
  /** Queries of the same database through connections that are reserved for device reports. See `selectDevicePool`. */
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
   * A number that changes when another process has written, or when this process has changed places or rooms.
   * Undefined: the database cannot tell.
   */
  externalWriteVersion(): number | undefined;
  /**
   * Drops the caches of places and rooms in this process. Call it after a transaction that has changed places or rooms.
   */
  hierarchyChanged(): void;
  /**
   * Applies the missing migrations, without blocking the thread for long. `onStep` is called before each migration of data
   * that exist. Throws OperatorError when a newer build wrote the data.
   */
  migrate(onStep?: (step: MigrationStep) => void): Promise<void>;
  /** Runs `work` under the lock of the database: no other process or call runs its work under this lock meanwhile. */
  withExclusiveLock<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Returns the database with the connections for device reports as its query. Reports then do not queue behind the
 * queries of many boards that load at once.
 */
export function selectDevicePool(database: Database): Database {
  return { ...database, query: database.deviceQuery };
}
