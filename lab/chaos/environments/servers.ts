/** The server processes of an environment, with the services that they use and a seeded home. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAppProcess } from '../../../scripts/cluster/app-process.ts';
import { startCluster } from '../../../scripts/cluster/cluster.ts';
import { freePort } from '../../../scripts/services/ports.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../../src/server/database/sqlite/database-sqlite.ts';
import { startTcpProxy, type TcpProxy } from '../../../tests/support/tcp-proxy.ts';
import { type LabHome, seedHome } from '../../shared/home.ts';
import { type Supervised, supervise } from './supervisor.ts';

/** The network between one server process and its database and bus. */
export type NetworkPaths = Readonly<Record<'database' | 'bus', TcpProxy>>;

interface ServerOptions {
  /** Holds all files of the environment. */
  readonly folder: string;
  /** The server processes run the project that this symbolic link points to. */
  readonly releaseLink: string;
  /** More environment variables of the first server process. */
  readonly firstSettings: Readonly<Record<string, string>>;
}

/** Name of the folder that holds the database. */
export const dataFolderOf = { sqlite: 'data', cluster: 'postgres' } as const;

export interface Servers {
  /** Origin for browsers and devices. */
  readonly url: string;
  readonly apps: readonly Supervised[];
  readonly postgres?: Supervised;
  readonly nats?: Supervised;
  /** All supervised processes. */
  readonly processes: readonly Supervised[];
  /** One for each server process. Empty on SQLite. */
  readonly networkPaths: readonly NetworkPaths[];
  /** A connection to the database that no fault cuts. */
  readonly database: Database;
  readonly home: LabHome;
  close(): Promise<void>;
}

/** Three ordinary wards, one of cameras for which nobody reports, and one of the size of a whole house. */
const wardSizes = [12, 12, 12, 3, 400] as const;
/** PostgreSQL keeps few log segments, so that a small disk can be filled. */
const postgresSettings = ['min_wal_size=32MB', 'max_wal_size=48MB'];

/** One server process on SQLite. */
export async function startSqliteServer({ folder, releaseLink, firstSettings }: ServerOptions): Promise<Servers> {
  const dataFolder = join(folder, dataFolderOf.sqlite);
  await mkdir(dataFolder, { recursive: true });
  const file = join(dataFolder, 'room-status.sqlite');
  const database = await openSqliteDatabase({ file, isShared: true });
  await database.migrate();
  const home = await seedChaosHome(database);
  const service = createAppProcess({
    name: 'server',
    port: await freePort(),
    logFile: join(folder, 'server.log'),
    args: ['--no-demo'],
    settings: { DATA_DIR: dataFolder, ...firstSettings },
    root: releaseLink,
  });
  await service.start();
  const app = supervise(service);
  const close = async (): Promise<void> => {
    await app.close();
    await database.close();
  };
  return {
    url: `http://localhost:${service.port}`,
    apps: [app],
    processes: [app],
    networkPaths: [],
    database,
    home,
    close,
  };
}

/** Two server processes on PostgreSQL and NATS behind the TLS front, with a proxy on each connection to both. */
export async function startClusterServers({ folder, releaseLink, firstSettings }: ServerOptions): Promise<Servers> {
  const networkPaths: NetworkPaths[] = [];
  const cluster = await startCluster({
    folder,
    processes: 2,
    root: releaseLink,
    postgresSettings,
    settingsFor: async (index, { postgres, nats }) => {
      const [database, bus] = [await startTcpProxy(() => postgres.port), await startTcpProxy(() => nats.port)];
      networkPaths.push({ database, bus });
      const databaseUrl = new URL(postgres.url());
      databaseUrl.host = `localhost:${database.port}`;
      const settings = { DATABASE_URL: databaseUrl.href, NATS_URL: `nats://localhost:${bus.port}` };
      return index === 0 ? { ...settings, ...firstSettings } : settings;
    },
  });
  const { certificateFile, url } = cluster.front;
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificateFile, 'utf8')]);
  const database = await openPostgresDatabase({ url: cluster.postgres.url(), poolSize: 2 });
  const home = await seedChaosHome(database);
  const apps = cluster.apps.map(supervise);
  const [front, nats, postgres] = [supervise(cluster.front), supervise(cluster.nats), supervise(cluster.postgres)];
  const processes = [front, ...apps, nats, postgres];
  const close = async (): Promise<void> => {
    await database.close();
    for (const one of processes) await one.close();
    for (const paths of networkPaths) await Promise.all([paths.database.close(), paths.bus.close()]);
  };
  return { url, apps, postgres, nats, processes, networkPaths, database, home, close };
}

/** Every fourth room has a bed sensor, whose status is debounced. */
function seedChaosHome(database: Database): Promise<LabHome> {
  return seedHome(database, wardSizes, (index) => (index % 4 === 3 ? 'bed-sensor' : 'camera'));
}
