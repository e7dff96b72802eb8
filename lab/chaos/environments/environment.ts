/** A running product with reporters and viewers, and the parts of it that a fault can break. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFakeTime } from '../../../scripts/services/find-programs.mjs';
import { createReporter } from '../actors/reporter.ts';
import { openSession } from '../actors/session.ts';
import { openViewer } from '../actors/viewer.ts';
import { dataFolderOf, startClusterServers, startSqliteServer } from './servers.ts';
import { present } from '../../shared/present.ts';
import { mountSmallDisk } from './small-disk.ts';

export type EnvironmentKind = 'sqlite' | 'cluster';

/** Variants that some faults need: a disk that can be filled, a clock that can be stepped, or few reports. */
export type EnvironmentVariant = 'small-disk' | 'fake-clock' | 'low-rate';

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

export const projectRoot = join(import.meta.dirname, '../../..');
/** SQLite keeps 16 MB of the disk as a reserve, and needs as much again before it stores reports. */
const diskMegabytes = { sqlite: 64, cluster: 160 } as const;
const viewersPerWard = 4;
const defaultCallsPerSecond = 25;
/** The rate of the variant `low-rate`, in which thousands of viewers receive each update. */
const lowCallsPerSecond = 2;

/** The viewers and the reporter use the ordinary wards. */
export async function startEnvironment(kind: EnvironmentKind, variant?: EnvironmentVariant) {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-chaos-'));
  const [dataFolder, releaseLink] = [join(folder, dataFolderOf[kind]), join(folder, 'release')];
  await symlink(projectRoot, releaseLink);
  const unmount = variant === 'small-disk' ? await mountSmallDisk(dataFolder, diskMegabytes[kind]) : undefined;
  /** The seconds by which the clock of the first server process is ahead, in the variant `fake-clock`. */
  const clockFile = join(folder, 'clock');
  await writeFile(clockFile, '+0');
  const start = kind === 'sqlite' ? startSqliteServer : startClusterServers;
  const firstSettings = variant === 'fake-clock' ? fakeClockSettings(clockFile) : {};
  const servers = await start({ folder, releaseLink, firstSettings });
  const { url, home } = servers;
  const [ordinaryWards, quietWard, largeWard] = [
    home.wards.slice(0, -2),
    present(home.wards.at(-2)),
    present(home.wards.at(-1)),
  ];
  const wardUUIDs = ordinaryWards.map(({ uuid }) => uuid);
  const session = await openSession(url);
  const viewers = wardUUIDs.flatMap((wardUUID) =>
    Array.from({ length: viewersPerWard }, () => openViewer(url, wardUUID, session)),
  );
  const streams = ordinaryWards.flatMap(({ rooms }) => rooms.map(({ uuid }) => uuid));
  const callsPerSecond = variant === 'low-rate' ? lowCallsPerSecond : defaultCallsPerSecond;
  const reporter = createReporter(url, home.deviceKey, streams, callsPerSecond);
  const close = async (): Promise<void> => {
    for (const viewer of viewers) viewer.close();
    await reporter.drain(10_000).catch(() => undefined);
    await servers.close();
    unmount?.();
    await rm(folder, { recursive: true, force: true });
  };
  const places = { folder, dataFolder, releaseLink, clockFile };
  return { ...servers, ...places, kind, quietWard, largeWard, session, viewers, reporter, close };
}

/** Variables of a process whose wall clock follows the file (libfaketime). Its monotonic clock is not changed. */
function fakeClockSettings(file: string): Readonly<Record<string, string>> {
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
