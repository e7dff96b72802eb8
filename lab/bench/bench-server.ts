/** Starts the server that a benchmark measures, as a process of its own, on SQLite or on PostgreSQL with NATS. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
import { type LabHome, type LabWard, seedHome } from '../shared/home.ts';
import { createTokens } from './access-tokens.ts';
import { type LoadGenerator, startLoadGenerator, type Target } from './load-generator.ts';
import { cores, type MeasuredProcesses, pin } from './measure/processes.ts';

export const roomsPerWard = 35;
export const viewersPerWard = 35;

/** The storage behind the measured server: SQLite, or PostgreSQL with NATS. */
interface Storage {
  readonly storage: 'SQLite' | 'PostgreSQL';
  /** Environment variables of the server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Opens the database while no server runs. */
  readonly openDatabase: () => Promise<Database>;
  /** The services are stopped in this order, after the server. */
  readonly services: readonly Service[];
  /** The process id of PostgreSQL; undefined on SQLite. */
  readonly databasePid?: number;
}

export interface BenchServer extends Storage {
  /** The origin of the server, such as `http://127.0.0.1:3001`. */
  readonly url: string;
  /** The process of the measured server. */
  readonly app: Service;
  readonly home: LabHome;
  readonly load: LoadGenerator;
  /** What `load` sends to. */
  readonly target: Target;
}

export interface ServerOptions {
  /** The number of wards, each of `roomsPerWard` rooms. */
  readonly wardCount: number;
  /** The number of rooms of each ward. Default: 35. */
  readonly wardRooms?: number;
  /** The number of rooms of the first ward. Default: that of the others. */
  readonly firstWardRooms?: number;
  /** Starts the database, and NATS if it is used. Default: SQLite. */
  readonly startStorage?: (folder: string) => Promise<Storage>;
  /** Adds rows to the home before the server starts. */
  readonly fill?: (database: Database, home: LabHome) => Promise<void>;
  /** Additional environment variables of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The number of access tokens that the viewers use; 1 by default. */
  readonly tokens?: number;
}

/** Starts a server with a new database and a load generator, and stops both after the measurement. */
export async function withServer<T>(options: ServerOptions, measure: (server: BenchServer) => Promise<T>): Promise<T> {
  const { wardCount, wardRooms = roomsPerWard, startStorage = startSqlite, tokens = 1 } = options;
  const { firstWardRooms = wardRooms } = options;
  const folder = await mkdtemp(join(tmpdir(), 'room-status-bench-'));
  // PostgreSQL runs as another operating-system user, who must be able to enter this folder.
  await chmod(folder, 0o711);
  const storage = await startStorage(folder);
  for (const service of storage.services) pin(pidOf(service), cores.database);
  const database = await storage.openDatabase();
  await database.migrate();
  const wardSizes = Array.from({ length: wardCount }, (_none, index) => (index === 0 ? firstWardRooms : wardRooms));
  const home = await seedHome(database, wardSizes);
  const makeTokens = await createTokens(database, tokens);
  await options.fill?.(database, home);
  await database.close();
  try {
    return await withApp({ folder, storage, home, makeTokens, settings: options.settings }, measure);
  } finally {
    for (const service of storage.services) await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface FilledStorage {
  /** The data folder of the server. */
  readonly folder: string;
  readonly storage: Storage;
  readonly home: LabHome;
  readonly makeTokens: Awaited<ReturnType<typeof createTokens>>;
  readonly settings?: ServerOptions['settings'];
}

/** Starts a server on a database that is filled and closed, and a load generator. Stops both after the measurement. */
export async function withApp<T>(filled: FilledStorage, measure: (server: BenchServer) => Promise<T>): Promise<T> {
  const { folder, storage, home, makeTokens, settings } = filled;
  const app = await startApp(folder, { ...storage.settings, ...settings });
  const url = `http://localhost:${app.port}`;
  const target: Target = {
    ...productTarget,
    ports: [app.port],
    streamsFile: await writeStreams(folder, home.wards),
    tokensFile: await writeLines(folder, 'tokens.txt', await makeTokens(url)),
    deviceKey: home.deviceKey,
  };
  const load = startLoadGenerator(target);
  try {
    return await measure({ ...storage, url, app, home, load, target });
  } finally {
    load.stop();
    await app.stop();
  }
}

/** The settings of the load generator that are the same for every server of the product. */
export const productTarget = {
  body: 'report',
  paths: { report: '/api/reports', events: '/api/streams/events?wardUUID=', list: '/api/streams?locationUUID=' },
} as const;

/** Starts a server process on the processor core that servers of benchmarks use. */
async function startApp(folder: string, settings: Readonly<Record<string, string>>) {
  const app = createAppProcess({
    name: 'server',
    port: await freePort(),
    logFile: join(folder, 'server.log'),
    args: ['--no-demo'],
    settings: { DATA_DIR: folder, LOG_LEVEL: 'error', ...settings },
  });
  await app.start();
  pin(pidOf(app), cores.server);
  return app;
}

/** Writes the file `streamsFile` of the load generator. The streams are new, so each revision is 0. */
export function writeStreams(folder: string, wards: readonly LabWard[]): Promise<string> {
  const lines = wards.flatMap((ward) => ward.rooms.map((room) => `${ward.uuid} ${room.uuid} 0`));
  return writeLines(folder, 'streams.txt', lines);
}

export async function writeLines(folder: string, name: string, lines: readonly string[]): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

export function pidOf(service: Service): number {
  const pid = service.pid();
  if (pid === undefined) throw new Error(`${service.name} does not run`);
  return pid;
}

export function processesOf({ app, databasePid }: BenchServer): MeasuredProcesses {
  return { pid: pidOf(app), databasePid };
}

async function startSqlite(folder: string): Promise<Storage> {
  const file = join(folder, 'room-status.sqlite');
  return { storage: 'SQLite', settings: {}, openDatabase: () => openSqliteDatabase({ file }), services: [] };
}

async function startPostgresAndNats(folder: string): Promise<Storage> {
  const settings = ['shared_buffers=256MB', 'max_wal_size=2GB'];
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), settings });
  const nats = await startNats({ folder });
  const url = postgres.url();
  return {
    storage: 'PostgreSQL',
    settings: { DATABASE_URL: url, NATS_URL: nats.url },
    openDatabase: () => openPostgresDatabase({ url, poolSize: 2 }),
    services: [nats, postgres],
    databasePid: pidOf(postgres),
  };
}

export const storages = { SQLite: startSqlite, PostgreSQL: startPostgresAndNats } as const;
