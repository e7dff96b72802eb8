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

/** The database of the server, and the bus. */
interface Storage {
  readonly storage: 'SQLite' | 'PostgreSQL';
  /** Environment variables of the server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Opens the database while no server runs. */
  readonly openDatabase: () => Promise<Database>;
  /** To be stopped in this order, after the server. */
  readonly services: readonly Service[];
  /** The process id of PostgreSQL; undefined on SQLite. */
  readonly databasePid?: number;
}

export interface BenchServer extends Storage {
  /** Origin. */
  readonly url: string;
  /** The running server. */
  readonly app: Service;
  readonly folder: string;
  readonly home: LabHome;
  readonly target: Target;
  readonly load: LoadGenerator;
}

export interface ServerOptions {
  /** Wards of `roomsPerWard` rooms. */
  readonly wardCount: number;
  /** The number of rooms of the first ward, when it differs. */
  readonly firstWardRooms?: number;
  /** SQLite by default. */
  readonly startStorage?: (folder: string) => Promise<Storage>;
  /** More environment variables of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The origin of a server on this port, when it is behind a proxy. */
  readonly urlOf?: (port: number) => string;
  /** Each viewer has an access token of its own; 1 by default. */
  readonly tokens?: number;
  /** Changes the database before the server starts. */
  readonly prepare?: (database: Database) => Promise<unknown>;
}

/** Starts a server with a new database and a load generator, and stops both after the measurement. */
export async function withServer<T>(options: ServerOptions, measure: (server: BenchServer) => Promise<T>): Promise<T> {
  const { wardCount, firstWardRooms = roomsPerWard, startStorage = startSqlite, tokens = 1, prepare } = options;
  const folder = await mkdtemp(join(tmpdir(), 'room-status-bench-'));
  // PostgreSQL runs as another user and must be able to enter this folder.
  await chmod(folder, 0o711);
  const storage = await startStorage(folder);
  for (const service of storage.services) pin(pidOf(service), cores.database);
  const database = await storage.openDatabase();
  await database.migrate();
  const wardSizes = Array.from({ length: wardCount }, (_none, index) => (index === 0 ? firstWardRooms : roomsPerWard));
  const home = await seedHome(database, wardSizes);
  await prepare?.(database);
  const makeTokens = await createTokens(database, tokens);
  await database.close();
  const settings = { ...storage.settings, ...options.settings };
  const app = await startApp(folder, settings);
  const url = options.urlOf?.(app.port) ?? `http://localhost:${app.port}`;
  const target: Target = {
    ...productTarget,
    ports: [app.port],
    streamsFile: await writeStreams(folder, home.wards),
    tokensFile: await writeLines(folder, 'tokens.txt', await makeTokens(url)),
    deviceKey: home.deviceKey,
  };
  const load = startLoadGenerator(target);
  try {
    return await measure({ ...storage, settings, url, app, folder, home, target, load });
  } finally {
    load.stop();
    for (const service of [app, ...storage.services]) await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is the same for every server of the product. */
export const productTarget = {
  body: 'report',
  paths: { report: '/api/reports', events: '/api/streams/events?wardUUID=', list: '/api/streams?locationUUID=' },
} as const;

/** Starts a server process on the core of the server. */
export async function startApp(
  folder: string,
  settings: Readonly<Record<string, string>>,
  core: number = cores.server,
) {
  const app = createAppProcess({
    name: 'server',
    port: await freePort(),
    logFile: join(folder, 'server.log'),
    args: ['--no-demo'],
    settings: { DATA_DIR: folder, LOG_LEVEL: 'error', ...settings },
  });
  await app.start();
  pin(pidOf(app), core);
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
