/** Two server processes on PostgreSQL and NATS behind the TLS front, with networkPaths between that can be cut. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openPostgresDatabase } from '../../../src/server/database/postgres/database-postgres.ts';
import { startTcpProxy } from '../../../tests/support/tcp-proxy.ts';
import { startCluster } from '../../../scripts/cluster/cluster.ts';
import { clockSettings } from './clock.ts';
import { seedHome } from '../actors/home.ts';
import { mountSmallDisk } from './small-disk.ts';
import type { Infrastructure, Requirement, NetworkPaths } from './environment.ts';
import { supervise } from './supervisor.ts';

/** What an empty PostgreSQL takes, and some room. */
const smallDiskMegabytes = 160;

export async function startClusterInfrastructure(need?: Requirement): Promise<Infrastructure> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-chaos-'));
  const diskFolder = join(folder, 'disk');
  await mkdir(diskFolder);
  const unmount = need === 'small-disk' ? await mountSmallDisk(diskFolder, smallDiskMegabytes) : undefined;
  const clockFile = join(folder, 'clock');
  await writeFile(clockFile, '+0');
  const networkPaths: NetworkPaths[] = [];
  const cluster = await startCluster({
    folder,
    processes: 2,
    postgresFolder: join(diskFolder, 'postgres'),
    postgresSettings: need === 'small-disk' ? ['min_wal_size=32MB', 'max_wal_size=48MB'] : [],
    settingsFor: (number) => (need === 'own-clock' && number === 0 ? clockSettings(clockFile) : {}),
    addressesFor: async (_number, { postgres, nats }) => {
      const way = {
        database: await startTcpProxy(() => postgres.port),
        bus: await startTcpProxy(() => nats.port),
      };
      networkPaths.push(way);
      const databaseUrl = new URL(postgres.url());
      databaseUrl.host = `localhost:${way.database.port}`;
      return { databaseUrl: databaseUrl.href, natsUrl: `nats://localhost:${way.bus.port}` };
    },
  });
  const { postgres, nats, front, apps } = cluster;
  const certificate = await readFile(front.certificateFile, 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
  const database = await openPostgresDatabase({ url: postgres.url(), poolSize: 2 });
  const home = await seedHome(database, Date.now());
  const supervised = {
    front: supervise(front),
    apps: apps.map((app) => supervise(app)),
    nats: supervise(nats),
    postgres: supervise(postgres),
  };
  return {
    kind: 'cluster',
    url: front.url,
    folder,
    ...supervised,
    otherBuild: cluster.otherBuild,
    networkPaths,
    database,
    home,
    certificateFile: front.certificateFile,
    smallDisk: need === 'small-disk' ? diskFolder : undefined,
    clockFile: need === 'own-clock' ? clockFile : undefined,
    close: async () => {
      await database.close();
      await supervised.front.close();
      for (const app of supervised.apps) await app.close();
      await supervised.nats.close();
      await supervised.postgres.close();
      for (const paths of networkPaths) await Promise.all([paths.database.close(), paths.bus.close()]);
      unmount?.();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
