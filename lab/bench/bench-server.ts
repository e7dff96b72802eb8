/** Starts the server that a benchmark measures, as a process of its own, on SQLite or on PostgreSQL with NATS. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAppProcess } from '../../scripts/cluster/app-process.ts';
import { startNats } from '../../scripts/services/nats.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { startPostgres } from '../../scripts/services/postgres.ts';
import type { Service } from '../../scripts/services/service.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../src/server/database/sqlite/database-sqlite.ts';
import { type LabHome, seedHome } from '../shared/home.ts';
import type { Figure } from './measure/figures.ts';

export const roomsPerWard = 35;
export const viewersPerWard = 35;

/** The database of the server, and the bus. */
interface Storage {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly database: Database;
  /** To be stopped in this order, after the server. */
  readonly services: readonly Service[];
  readonly databasePid?: number;
}

export interface BenchServer {
  /** The subject of the figures: `Room Status, SQLite`. */
  readonly name: string;
  /** Origin. */
  readonly url: string;
  readonly mqttPort: number;
  /** The process id of the server. */
  readonly pid: number;
  /** The process id of PostgreSQL; undefined on SQLite. */
  readonly databasePid: number | undefined;
  readonly home: LabHome;
}

type Measure = (server: BenchServer) => Promise<Figure[]>;

/** Measures on SQLite, then on PostgreSQL with NATS. */
export async function measureOnBoth(wardCount: number, measure: Measure): Promise<Figure[]> {
  return [
    ...(await measureOn(sqliteStorage, wardCount, measure)),
    ...(await measureOn(postgresStorage, wardCount, measure)),
  ];
}

/** Starts a server with a seeded home, and stops the server after the measurement. */
export async function measureOn(
  startStorage: (folder: string) => Promise<Storage>,
  wardCount: number,
  measure: Measure,
) {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-bench-'));
  // PostgreSQL runs as another user and must be able to enter this folder.
  await chmod(folder, 0o711);
  const { name, settings, database, services, databasePid } = await startStorage(folder);
  await database.migrate();
  const home = await seedHome(
    database,
    Array.from({ length: wardCount }, () => roomsPerWard),
  );
  await database.close();
  const [port, mqttPort] = [await freePort(), await freePort()];
  const app = createAppProcess({
    name: 'server',
    port,
    logFile: join(folder, 'server.log'),
    args: ['--no-demo'],
    settings: { DATA_DIR: folder, MQTT_PORT: String(mqttPort), LOG_LEVEL: 'error', ...settings },
  });
  await app.start();
  try {
    return await measure({ name, url: `http://localhost:${port}`, mqttPort, pid: pidOf(app), databasePid, home });
  } finally {
    for (const service of [app, ...services]) await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The ward of each viewer. The first `perWard` viewers watch the first ward, the next ones the second ward. */
export function wardsOfViewers({ wards }: LabHome, viewers: number, perWard: number): readonly string[] {
  return Array.from({ length: viewers }, (_none, index) => wards[Math.floor(index / perWard)]?.uuid ?? '');
}

export function eventStreamUrl(url: string, ward: string): string {
  return `${url}/api/streams/events?wardUUID=${ward}`;
}

export function pidOf(service: Service): number {
  const pid = service.pid();
  if (pid === undefined) throw new Error(`${service.name} does not run`);
  return pid;
}

export async function sqliteStorage(folder: string): Promise<Storage> {
  const database = await openSqliteDatabase({ file: join(folder, 'room-status.sqlite') });
  return { name: 'Room Status, SQLite', settings: {}, database, services: [] };
}

async function postgresStorage(folder: string): Promise<Storage> {
  const settings = ['shared_buffers=256MB', 'max_wal_size=2GB'];
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings });
  const nats = await startNats({ folder });
  const url = postgres.url();
  return {
    name: 'Room Status, PostgreSQL + NATS',
    settings: { DATABASE_URL: url, NATS_URL: nats.url },
    database: await openPostgresDatabase({ url, poolSize: 2 }),
    services: [nats, postgres],
    databasePid: pidOf(postgres),
  };
}
