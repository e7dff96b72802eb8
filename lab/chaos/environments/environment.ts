/** A running product with reporters and viewers, and the parts of it that a fault can break. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LabWard } from '../../shared/home.ts';
import { createReporter, type Reporter } from '../actors/reporter.ts';
import { openSession, type Session } from '../actors/session.ts';
import { openViewer, type Viewer } from '../actors/viewer.ts';
import { type Servers, startClusterServers, startSqliteServer } from './servers.ts';
import { mountSmallDisk } from './small-disk.ts';

export type EnvironmentKind = 'sqlite' | 'cluster';

/** What some faults need: a disk that can be filled, a clock that can be stepped, or few reports. */
export type EnvironmentVariant = 'small-disk' | 'fake-clock' | 'low-rate';

export interface Environment extends Servers {
  readonly kind: EnvironmentKind;
  readonly folder: string;
  /** Of the database. */
  readonly dataFolder: string;
  /** The server processes run the project that this symbolic link points to. */
  readonly releaseLink: string;
  readonly clockFile: string | undefined;
  readonly session: Session;
  readonly reporter: Reporter;
  readonly viewers: readonly Viewer[];
  /** Of the viewers and the reporter. */
  readonly wardUUIDs: readonly string[];
  /** A ward of the size of a whole house. The reporter sends nothing for it. */
  readonly largeWard: LabWard;
}

const diskMegabytes = { sqlite: 24, cluster: 160 } as const;
const viewersPerWard = 4;
const callsPerSecond = 25;
/** In the variant `low-rate` each report is sent to thousands of viewers on the same machine. */
const lowCallsPerSecond = 2;

export async function startEnvironment(kind: EnvironmentKind, variant?: EnvironmentVariant): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-chaos-'));
  const [dataFolder, releaseLink] = [join(folder, kind === 'sqlite' ? 'data' : 'postgres'), join(folder, 'release')];
  const hasSmallDisk = variant === 'small-disk';
  const unmount = hasSmallDisk ? await mountSmallDisk(dataFolder, diskMegabytes[kind]) : undefined;
  const clockFile = variant === 'fake-clock' ? join(folder, 'clock') : undefined;
  if (clockFile !== undefined) await writeFile(clockFile, '+0');
  const start = kind === 'sqlite' ? startSqliteServer : startClusterServers;
  const servers = await start({ folder, dataFolder, releaseLink, clockFile, hasSmallDisk });
  const removeFiles = async (): Promise<void> => {
    unmount?.();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const actors = await startActors(servers, variant === 'low-rate' ? lowCallsPerSecond : callsPerSecond);
    const close = async (): Promise<void> => {
      for (const viewer of actors.viewers) viewer.close();
      await actors.reporter.drain(10_000).catch(() => undefined);
      await servers.close();
      await removeFiles();
    };
    return { ...servers, ...actors, kind, folder, dataFolder, releaseLink, clockFile, close };
  } catch (error) {
    await servers.close();
    await removeFiles();
    throw error;
  }
}

/** Viewers of all wards but the large one, and a reporter for the same wards. */
async function startActors({ url, home }: Servers, rate: number) {
  const wards = home.wards.slice(0, -1);
  const [largeWard] = home.wards.slice(-1);
  if (largeWard === undefined) throw new Error('the home has no wards');
  const session = await openSession(url);
  const wardUUIDs = wards.map(({ uuid }) => uuid);
  const viewers = wardUUIDs.flatMap((wardUUID) =>
    Array.from({ length: viewersPerWard }, () => openViewer({ url, wardUUID, session })),
  );
  const streams = wards.flatMap(({ rooms }) => rooms.map(({ uuid }) => uuid));
  const reporter = createReporter({ url, key: home.deviceKey, streams, callsPerSecond: rate });
  return { session, viewers, reporter, largeWard, wardUUIDs };
}
