/** The real server process with a seeded home, on SQLite, or on PostgreSQL with NATS. */
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

export type DatabaseKind = 'sqlite' | 'postgres';

export const roomsPerWard = 35;
export const viewersPerWard = 35;

export interface BenchServer {
  /** Subject of its figures. */
  readonly name: string;
  /** Origin. */
  readonly url: string;
  readonly port: number;
  readonly mqttPort: number;
  /** Of the server process. */
  readonly pid: number;
  /** Undefined on SQLite. */
  readonly postgres: { readonly pid: number; readonly url: string } | undefined;
  readonly home: LabHome;
  close(): Promise<void>;
}

/** What the server process stores its data in. */
interface Storage {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly open: () => Promise<Database>;
  readonly services: readonly Service[];
  readonly postgres: BenchServer['postgres'];
}

export async function startBenchServer(kind: DatabaseKind, wardCount: number): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-bench-'));
  await chmod(folder, 0o711);
  const { name, settings, open, services, postgres } = await (kind === 'sqlite'
    ? sqliteStorage(folder)
    : postgresStorage(folder));
  const database = await open();
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
    settings: { MQTT_PORT: String(mqttPort), LOG_LEVEL: 'error', ...settings },
  });
  await app.start();
  return {
    name,
    url: `http://localhost:${port}`,
    port,
    mqttPort,
    pid: pidOf(app),
    postgres,
    home,
    close: async () => {
      await app.stop();
      for (const service of services) await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The event stream of each viewer: so many viewers in the first ward, as many in the next, and so on. */
export function viewerPaths(home: LabHome, count: number, perWard: number, pathOf = eventStream): readonly string[] {
  return Array.from({ length: count }, (_none, index) => pathOf(home.wards[Math.floor(index / perWard)]?.uuid ?? ''));
}

function eventStream(ward: string): string {
  return `/api/streams/events?wardUUID=${ward}`;
}

export function pidOf(service: Service): number {
  const pid = service.pid();
  if (pid === undefined) throw new Error(`${service.name} does not run`);
  return pid;
}

async function sqliteStorage(folder: string): Promise<Storage> {
  const data = join(folder, 'data');
  return {
    name: 'Room Status, SQLite',
    settings: { DATA_DIR: data },
    open: () => openSqliteDatabase({ file: join(data, 'room-status.sqlite') }),
    services: [],
    postgres: undefined,
  };
}

async function postgresStorage(folder: string): Promise<Storage> {
  const settings = ['shared_buffers=256MB', 'max_wal_size=2GB'];
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings });
  const nats = await startNats({ folder });
  const url = postgres.url();
  return {
    name: 'Room Status, PostgreSQL + NATS',
    settings: { DATA_DIR: folder, DATABASE_URL: url, NATS_URL: nats.url },
    open: () => openPostgresDatabase({ url, poolSize: 2 }),
    services: [nats, postgres],
    postgres: { pid: pidOf(postgres), url },
  };
}
