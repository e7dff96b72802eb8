/** The server processes of an environment, with the services that they use and a seeded home. */
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAppProcess } from '../../../scripts/cluster/app-process.ts';
import { startCluster } from '../../../scripts/cluster/cluster.ts';
import { findFakeTime } from '../../../scripts/services/find-programs.mjs';
import { freePort } from '../../../scripts/services/ports.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import { startTcpProxy, type TcpProxy } from '../../../tests/support/tcp-proxy.ts';
import { type LabHome, seedHome } from '../../shared/home.ts';
import { type Supervised, supervise } from './supervisor.ts';

/** The network between one server process and its database and bus. */
export interface NetworkPaths {
  readonly database: TcpProxy;
  readonly bus: TcpProxy;
}

interface ServerOptions {
  /** All files of the environment. */
  readonly folder: string;
  /** The folder of the database; a file system of its own in the variant `small-disk`. */
  readonly dataFolder: string;
  /** The server processes run the project that this symbolic link points to. */
  readonly releaseLink: string;
  /** The first server process follows this clock; undefined but in the variant `fake-clock`. */
  readonly clockFile: string | undefined;
  readonly hasSmallDisk: boolean;
}

export interface Servers {
  /** Origin for browsers and devices. */
  readonly url: string;
  readonly apps: readonly Supervised[];
  readonly postgres?: Supervised;
  readonly nats?: Supervised;
  readonly front?: Supervised;
  /** One for each server process; none on SQLite. */
  readonly networkPaths: readonly NetworkPaths[];
  /** A connection to the database that no fault cuts. */
  readonly database: Database;
  readonly home: LabHome;
  /** Certificate of the TLS front; undefined without TLS. */
  readonly certificateFile?: string;
  close(): Promise<void>;
}

export const projectRoot = join(import.meta.dirname, '../../..');
/** Three ordinary wards, and a last one of the size of a whole house. */
const wardSizes = [12, 12, 12, 400] as const;

/** One server process on SQLite. */
export async function startSqliteServer(options: ServerOptions): Promise<Servers> {
  const { folder, dataFolder, releaseLink, clockFile } = options;
  await symlink(projectRoot, releaseLink);
  await mkdir(dataFolder, { recursive: true });
  const file = join(dataFolder, 'room-status.sqlite');
  const seeding = await openSqliteDatabase({ file });
  await seeding.migrate();
  const home = await seedChaosHome(seeding);
  await seeding.close();
  const port = await freePort();
  const service = createAppProcess({
    name: 'server',
    port,
    logFile: join(folder, 'server.log'),
    args: ['--no-demo'],
    settings: { DATA_DIR: dataFolder, ...fakeClockSettings(clockFile) },
    root: releaseLink,
  });
  await service.start();
  const app = supervise(service);
  const database = await openSqliteDatabase({ file, isShared: true });
  return {
    url: `http://localhost:${port}`,
    apps: [app],
    networkPaths: [],
    database,
    home,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** Two server processes on PostgreSQL and NATS behind the TLS front, with a proxy on each connection to both. */
export async function startClusterServers(options: ServerOptions): Promise<Servers> {
  const { folder, releaseLink, clockFile, hasSmallDisk } = options;
  await symlink(projectRoot, releaseLink);
  const networkPaths: NetworkPaths[] = [];
  const cluster = await startCluster({
    folder,
    processes: 2,
    root: releaseLink,
    postgresSettings: hasSmallDisk ? ['min_wal_size=32MB', 'max_wal_size=48MB'] : [],
    settingsFor: async (index, { postgres, nats }) => {
      const [database, bus] = [await startTcpProxy(() => postgres.port), await startTcpProxy(() => nats.port)];
      networkPaths.push({ database, bus });
      const databaseUrl = new URL(postgres.url());
      databaseUrl.host = `localhost:${database.port}`;
      return {
        DATABASE_URL: databaseUrl.href,
        NATS_URL: `nats://localhost:${bus.port}`,
        ...fakeClockSettings(index === 0 ? clockFile : undefined),
      };
    },
  });
  const { certificateFile, url } = cluster.front;
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificateFile, 'utf8')]);
  const database = await openPostgresDatabase({ url: cluster.postgres.url(), poolSize: 2 });
  const home = await seedChaosHome(database);
  const front = supervise(cluster.front);
  const apps = cluster.apps.map((app) => supervise(app));
  const [nats, postgres] = [supervise(cluster.nats), supervise(cluster.postgres)];
  return {
    url,
    apps,
    postgres,
    nats,
    front,
    networkPaths,
    database,
    home,
    certificateFile,
    close: async () => {
      await database.close();
      for (const service of [front, ...apps, nats, postgres]) await service.close();
      for (const paths of networkPaths) await Promise.all([paths.database.close(), paths.bus.close()]);
    },
  };
}

/** Every fourth room has a bed sensor, whose status is debounced. */
function seedChaosHome(database: Database): Promise<LabHome> {
  return seedHome(database, wardSizes, (index) => (index % 4 === 3 ? 'bed-sensor' : 'camera'));
}

/** Variables of a process whose wall clock follows the file (libfaketime). Its monotonic clock is not touched. */
function fakeClockSettings(file: string | undefined): Readonly<Record<string, string>> {
  if (file === undefined) return {};
  const library = findFakeTime();
  if (library === undefined) throw new Error('libfaketime is not installed');
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_RESET: '1',
  };
}
