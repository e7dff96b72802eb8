import { startCluster } from '../../../scripts/cluster/cluster.ts';
import { supervise } from '../../../scripts/services/supervisor.ts';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { startTcpProxy } from '../../../tests/support/tcp-proxy.ts';
import { localServices, type NetworkPaths, type StartServers } from './servers.ts';
import { trustFront } from './trust-front.ts';

/** With these settings PostgreSQL keeps few log segments, so that a small disk can be filled. */
const postgresSettings = ['min_wal_size=32MB', 'max_wal_size=48MB'];

/** Starts two server processes behind the TLS front, with a proxy on each path to PostgreSQL and NATS. */
export const startClusterServers: StartServers = async (folder, releaseLink, firstSettings) => {
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
      const urls = { DATABASE_URL: databaseUrl.href, NATS_URL: `nats://localhost:${bus.port}` };
      const settings = { ...urls, ...localServices };
      return index === 0 ? { ...settings, ...firstSettings } : settings;
    },
  });
  const url = await trustFront(cluster.front);
  const database = await openPostgresDatabase({ url: cluster.postgres.url(), poolSize: 2 });
  const apps = cluster.apps.map((app) => supervise(app));
  const [front, nats, postgres] = [supervise(cluster.front), supervise(cluster.nats), supervise(cluster.postgres)];
  return { url, apps, postgres, nats, processes: [front, ...apps, nats, postgres], networkPaths, database };
};
