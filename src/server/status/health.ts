/** Health checks for monitoring and for load balancers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

export interface HealthOptions {
  readonly database: Database;
  readonly bus: Pick<Bus, 'isConnected'>;
  /** False when reports could not be stored for some time, or the disk is full. */
  readonly canStore: () => boolean;
  /** Whether the disk of the embedded database is full. */
  readonly isDiskFull: () => boolean;
  readonly version: string;
  /** Problems that an operator should fix before users notice them. */
  readonly warnings?: () => readonly string[];
}

/** Shorter than the timeout of monitoring tools, which is a few seconds. */
const databaseTimeoutMs = 1_500;

/** The tables without which all calls of users or all reports of devices fail. */
const neededTables = [
  'client',
  'location',
  'ward',
  'stream',
  'group_right',
  'revoked_token',
  'device_key',
] as const satisfies readonly (keyof Schema)[];

/**
 * GET /health answers 200 while the database is undamaged, answers and stores reports, otherwise 503. A missing bus is
 * not a failure: reconciliation delivers the updates of other processes a few seconds late.
 * GET /health/ready is for load balancers and answers 200 while the tables that every call needs can be read. A full
 * disk or a damaged page affects all servers alike, and a load balancer that removed all of them would make every
 * board unreachable.
 */
export function registerHealthRoutes(fastify: FastifyInstance, options: HealthOptions): void {
  const register = (path: string, isHealthy: (parts: { database: boolean; storing: boolean }) => boolean) =>
    fastify.get(path, { logLevel: 'silent' }, async (_request, reply) => {
      const { database, storing } = await readHealth(options);
      const ok = isHealthy({ database, storing });
      return reply
        .code(ok ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({
          status: word(ok),
          version: options.version,
          database: options.database.hasDamage() ? 'damaged' : word(database),
          storing: options.isDiskFull() ? 'disk-full' : word(storing),
          bus: word(options.bus.isConnected()),
          warnings: options.warnings?.() ?? [],
        });
    });
  register('/health', ({ storing }) => storing && !options.database.hasDamage());
  register('/health/ready', ({ database }) => database);
}

/** Whether the database can be read, and whether reports can be stored. */
export async function readHealth({ database, canStore }: Pick<HealthOptions, 'database' | 'canStore'>) {
  const isReadable = await canReadDatabaseInTime(database);
  return { database: isReadable, storing: isReadable && canStore() };
}

const word = (isOk: boolean) => (isOk ? 'ok' : 'unavailable');

/** Whether the tables that every call needs can be read within the time that a monitor waits. */
export function canReadDatabaseInTime(database: Database): Promise<boolean> {
  return Promise.race([canRead(database), sleep(databaseTimeoutMs, false, { ref: false })]);
}

/**
 * Reads whole rows. `select 1` succeeds even when the SQLite file is gone, and an index can be intact when its table is
 * not.
 */
async function canRead({ query }: Database): Promise<boolean> {
  try {
    for (const table of neededTables) await query.selectFrom(table).selectAll().limit(1).execute();
    return true;
  } catch {
    return false;
  }
}
