/** A running product with reporters and viewers, and the parts of it that a fault can break. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createAppProcess } from '../../scripts/cluster/app-process.ts';
import { startCluster } from '../../scripts/cluster/cluster.ts';
import { freePort } from '../../scripts/services/ports.ts';
import { type Supervised, supervise } from '../../scripts/services/supervisor.ts';
import type { Database } from '../../src/server/database/database.ts';
import { openPostgresDatabase } from '../../src/server/database/postgres/database-postgres.ts';
import { openSqliteDatabase } from '../../src/server/database/sqlite/database-sqlite.ts';
import { startTcpProxy, type TcpProxy } from '../../tests/support/tcp-proxy.ts';
import { seedHome } from '../shared/home.ts';
import { present } from '../shared/present.ts';
import { createFallCalls } from './actors/fall-calls.ts';
import { connectDetector } from './actors/fall-sensors.ts';
import { startFalls } from './actors/falls.ts';
import { startPhoneFalls } from './actors/phone-falls.ts';
import { createReporter } from './actors/reporter.ts';
import { openSession } from './actors/session.ts';
import { openViewer } from './actors/viewer.ts';
import { fakeClockSettings, mountSmallDisk } from './machine.ts';
import { buildOlderVersion, projectRoot } from './versions.ts';

export type EnvironmentKind = 'sqlite' | 'cluster';

/** The variants that some faults need: a disk that can be filled, a clock that can be stepped, few reports, or an older version. */
export type EnvironmentVariant = 'small-disk' | 'fake-clock' | 'low-rate' | 'older-version';

/** The network between one server process and its database and bus. */
export type NetworkPaths = Readonly<Record<'database' | 'bus', TcpProxy>>;

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/**
 * The number of rooms of each ward: three ordinary wards, one ward of cameras for which nobody reports, one as large as
 * a whole house, one whose residents only fall, and three with one room, whose alerts reach a phone at once.
 */
const wardSizes = [12, 12, 12, 3, 400, 6, 1, 1, 1] as const;
const viewersPerWard = 4;
const callsPerSecond = 25;
/** The calls per second in the variant `low-rate`, in which thousands of viewers are connected. */
const lowCallsPerSecond = 2;
/** The small disks. SQLite keeps 16 MB as a reserve, and needs as much again before it stores reports. */
const disks = {
  sqlite: { folder: 'data', megabytes: 64 },
  cluster: { folder: 'postgres', megabytes: 160 },
} as const;
/** With these settings PostgreSQL keeps few log segments, so that a small disk can be filled. */
const postgresSettings = ['min_wal_size=32MB', 'max_wal_size=48MB'];

/** The server processes may reach the push service of the phone, which is on this machine. */
const localServices = { PUSH_ALLOWED_HOSTS: '127.0.0.1' };

/** Starts the product with reporters and viewers. The viewers and the reporter use the three ordinary wards. */
export async function startEnvironment(kind: EnvironmentKind, variant?: EnvironmentVariant) {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-chaos-'));
  /** The folder with the files of the database. */
  const dataFolder = join(folder, disks[kind].folder);
  /** A symbolic link to the project that the server processes run. A fault replaces its target by a new version. */
  const releaseLink = join(folder, 'release');
  await symlink(variant === 'older-version' ? await buildOlderVersion(folder) : projectRoot, releaseLink);
  const unmount = variant === 'small-disk' ? await mountSmallDisk(dataFolder, disks[kind].megabytes) : undefined;
  /** A file with the seconds by which the clock of the first server process is ahead, in the variant `fake-clock`. */
  const clockFile = join(folder, 'clock');
  await writeFile(clockFile, '+0');
  const start = kind === 'sqlite' ? startSqliteServer : startClusterServers;
  const brokerPort = await freePort();
  const servers = await start(folder, releaseLink, {
    MQTT_PORT: String(brokerPort),
    ...(variant === 'fake-clock' ? fakeClockSettings(clockFile) : {}),
  });
  const { url, database, processes } = servers;
  /** Every fourth room has a bed sensor, whose status is debounced. */
  const home = await seedHome(database, wardSizes, (index) => (index % 4 === 3 ? 'bed-sensor' : 'camera'));
  const wards = home.wards.slice(0, 3);
  const [quietWard, largeWard] = [present(home.wards[3]), present(home.wards[4])];
  const session = await openSession(url);
  const viewers = wards.flatMap(({ uuid }) =>
    Array.from({ length: viewersPerWard }, () => openViewer(url, uuid, session)),
  );
  const streams = wards.flatMap(({ rooms }) => rooms.map(({ uuid }) => uuid));
  const rate = variant === 'low-rate' ? lowCallsPerSecond : callsPerSecond;
  const reporter = createReporter(url, home.deviceKey, streams, rate);
  const fallWard = present(home.wards[5]);
  const board = openViewer(url, fallWard.uuid, session);
  viewers.push(board);
  const fallStreams = fallWard.rooms.map(({ uuid }) => uuid);
  const firstServer = { port: present(servers.apps[0]).service.port, deviceKey: home.deviceKey };
  await connectDetector(database, present(fallStreams.at(-1)), firstServer);
  const calls = createFallCalls({ url, deviceKey: home.deviceKey, session });
  const phoneFalls = await startPhoneFalls({ calls, session, url, database, wards: home.wards.slice(6) });
  const detector = { port: brokerPort, key: home.deviceKey };
  const falls = startFalls({ calls, board, streams: fallStreams, detector });
  const close = async (): Promise<void> => {
    // The nurse resolves the alerts of all falls before the viewers close, because she needs her board.
    await falls.drain(10_000).catch(() => undefined);
    await falls.close();
    await phoneFalls.drain(10_000);
    for (const viewer of viewers) viewer.close();
    await reporter.drain(10_000).catch(() => undefined);
    await database.close();
    for (const one of processes) await one.close();
    await phoneFalls.close();
    for (const proxy of servers.networkPaths.flatMap((paths) => Object.values(paths))) await proxy.close();
    unmount?.();
    await rm(folder, { recursive: true, force: true });
  };
  const places = { folder, dataFolder, releaseLink, clockFile };
  const actors = { session, viewers, reporter, falls, phoneFalls };
  return { ...servers, ...places, ...actors, kind, home, quietWard, largeWard, close };
}

/** Starts the server processes. `firstSettings`: additional environment variables of the first process. */
type StartServers = (
  folder: string,
  releaseLink: string,
  firstSettings: Readonly<Record<string, string>>,
) => Promise<{
  /** The origin for browsers and devices. */
  readonly url: string;
  readonly apps: readonly Supervised[];
  readonly postgres?: Supervised;
  readonly nats?: Supervised;
  /** The supervised processes of all services. */
  readonly processes: readonly Supervised[];
  /** The network paths of each server process. Empty on SQLite. */
  readonly networkPaths: readonly NetworkPaths[];
  /** A connection to the database that no fault cuts. */
  readonly database: Database;
}>;

/** Starts one server process on SQLite. */
const startSqliteServer: StartServers = async (folder, releaseLink, firstSettings) => {
  const dataFolder = join(folder, disks.sqlite.folder);
  await mkdir(dataFolder, { recursive: true });
  const database = await openSqliteDatabase({ file: join(dataFolder, 'room-status.sqlite'), isShared: true });
  await database.migrate();
  const service = createAppProcess({
    name: 'server',
    port: await freePort(),
    logFile: join(folder, 'server.log'),
    args: ['--no-demo'],
    settings: { DATA_DIR: dataFolder, ...localServices, ...firstSettings },
    root: releaseLink,
  });
  await service.start();
  const app = supervise(service);
  return { url: `http://localhost:${service.port}`, apps: [app], processes: [app], networkPaths: [], database };
};

/** Starts two server processes behind the TLS front, with a proxy on each path to PostgreSQL and NATS. */
const startClusterServers: StartServers = async (folder, releaseLink, firstSettings) => {
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
  const { certificateFile, url } = cluster.front;
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificateFile, 'utf8')]);
  const database = await openPostgresDatabase({ url: cluster.postgres.url(), poolSize: 2 });
  const apps = cluster.apps.map((app) => supervise(app));
  const [front, nats, postgres] = [supervise(cluster.front), supervise(cluster.nats), supervise(cluster.postgres)];
  return { url, apps, postgres, nats, processes: [front, ...apps, nats, postgres], networkPaths, database };
};
