/** Two server processes on PostgreSQL and NATS behind the TLS front. A proxy on each connection can cut it. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startCluster } from '../../../scripts/cluster/cluster.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { startTcpProxy } from '../../../tests/support/tcp-proxy.ts';
import { fakeClockSettings } from './fake-clock.ts';
import { type NetworkPaths, seedChaosHome, type ServerOptions, type Servers } from './servers.ts';
import { supervise } from './supervisor.ts';

export async function startClusterServers(options: ServerOptions): Promise<Servers> {
  const { folder, dataFolder, clockFile, hasSmallDisk } = options;
  await mkdir(dataFolder, { recursive: true });
  const networkPaths: NetworkPaths[] = [];
  const cluster = await startCluster({
    folder,
    processes: 2,
    postgresFolder: join(dataFolder, 'postgres'),
    postgresSettings: hasSmallDisk ? ['min_wal_size=32MB', 'max_wal_size=48MB'] : [],
    settingsFor: (index) => (clockFile !== undefined && index === 0 ? fakeClockSettings(clockFile) : {}),
    addressesFor: async (_index, { postgres, nats }) => {
      const paths = {
        database: await startTcpProxy(() => postgres.port),
        bus: await startTcpProxy(() => nats.port),
      };
      networkPaths.push(paths);
      const databaseUrl = new URL(postgres.url());
      databaseUrl.host = `localhost:${paths.database.port}`;
      return { databaseUrl: databaseUrl.href, natsUrl: `nats://localhost:${paths.bus.port}` };
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
    createApp: cluster.createApp,
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
