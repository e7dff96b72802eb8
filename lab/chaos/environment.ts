/** A running product with reporters and viewers, and the parts of it that a fault can break. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/services/ports.ts';
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
import { startClusterServers } from './servers/cluster-servers.ts';
import { startHaServers } from './servers/ha-servers.ts';
import { startSqliteServer } from './servers/sqlite-server.ts';
import { buildOlderVersion, projectRoot } from './versions.ts';

export type EnvironmentKind = 'sqlite' | 'cluster' | 'ha';

/** The variants that some faults need: a disk that can be filled, a clock that can be stepped, few reports, or an older version. */
export type EnvironmentVariant = 'small-disk' | 'fake-clock' | 'low-rate' | 'older-version';

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
  sqlite: { folders: ['data'], megabytes: 64 },
  cluster: { folders: ['postgres'], megabytes: 160 },
  ha: { folders: ['patroni-1', 'patroni-2'], megabytes: 224 },
} as const;
const startServers = { sqlite: startSqliteServer, cluster: startClusterServers, ha: startHaServers };

/** Starts the product with reporters and viewers. The viewers and the reporter use the three ordinary wards. */
export async function startEnvironment(kind: EnvironmentKind, variant?: EnvironmentVariant) {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-chaos-'));
  /** The folders with the files of each database. */
  const dataFolders = disks[kind].folders.map((name) => join(folder, name));
  /** A symbolic link to the project that the server processes run. A fault replaces its target by a new version. */
  const releaseLink = join(folder, 'release');
  await symlink(variant === 'older-version' ? await buildOlderVersion(folder) : projectRoot, releaseLink);
  const unmounts: (() => void)[] = [];
  for (const dataFolder of variant === 'small-disk' ? dataFolders : []) {
    unmounts.push(await mountSmallDisk(dataFolder, disks[kind].megabytes));
  }
  /** A file with the seconds by which the clock of the first server process is ahead, in the variant `fake-clock`. */
  const clockFile = join(folder, 'clock');
  await writeFile(clockFile, '+0');
  const brokerPort = await freePort();
  const servers = await startServers[kind](folder, releaseLink, {
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
    for (const unmount of unmounts) unmount();
    servers.ha?.network.close();
    await rm(folder, { recursive: true, force: true });
  };
  const places = { folder, dataFolder: present(dataFolders[0]), releaseLink, clockFile };
  const actors = { session, viewers, reporter, falls, phoneFalls };
  return { ...servers, ...places, ...actors, kind, home, quietWard, largeWard, close };
}
