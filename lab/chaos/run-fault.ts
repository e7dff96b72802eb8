/** Injects faults, and checks every guarantee afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import { residentBytes } from '../bench/measure/processes.ts';
import { type Environment, type EnvironmentKind, startEnvironment } from './environment.ts';
import {
  checkReportLog,
  countPhoneAlerts,
  countSilentlyEnded,
  isUpToDate,
  readExpectedState,
} from './expected-state.ts';
import type { Fault, Outage } from './fault.ts';
import { waitFor } from './wait-for.ts';

export type Result = Awaited<ReturnType<typeof runFault>>;

/** The maximum time of a recovery that docs/trust.md guarantees, in the environment `ha` after a promotion. */
const maxRecoveryMs = { sqlite: 5_000, cluster: 5_000, ha: 10_000 } as const;
/** The time after which a fault counts as not recovered, because an operator would have to act. */
const recoveryTimeoutMs = 60_000;
const maxMemoryMegabytes = 512;
/** The wait after a read of the database, until updates committed just before it have reached the viewers. */
const deliveryMs = 25;

/**
 * Yields the result of each fault that applies to this kind of environment. `isShort`: one round of each fault, without the
 * limits of time, which a slow machine misses.
 */
export async function* runFaults(kind: EnvironmentKind, faults: readonly Fault[], isShort = false) {
  const possible = faults.filter(({ onlyIn = kind }) => onlyIn === kind);
  // Faults that need the same variant are injected into the same environment.
  for (const variant of new Set(possible.map((fault) => fault.variant))) {
    const environment = await startEnvironment(kind, variant);
    try {
      for (const fault of possible.filter((one) => one.variant === variant)) {
        yield await runFault(environment, fault, extentOf(kind, fault, isShort));
      }
    } finally {
      await environment.close();
    }
  }
}

interface Extent {
  readonly rounds: number;
  readonly maxMs: number;
  readonly maxDisconnectedMs: number;
}

function extentOf(
  kind: EnvironmentKind,
  { rounds = 3, maxDisconnectedMs = Infinity }: Fault,
  isShort: boolean,
): Extent {
  if (isShort) return { rounds: 1, maxMs: recoveryTimeoutMs, maxDisconnectedMs: Infinity };
  return { rounds, maxMs: maxRecoveryMs[kind], maxDisconnectedMs };
}

async function runFault(environment: Environment, fault: Fault, extent: Extent) {
  const { kind, reporter, falls, phoneFalls, viewers, database, processes } = environment;
  const actors = [reporter, falls, phoneFalls];
  const crashCount = () => processes.reduce((sum, one) => sum + one.crashCount(), 0);
  const before = {
    falls: falls.counts(),
    received: phoneFalls.received(),
    acknowledged: reporter.acknowledged.size,
    refusals: reporter.refusals.length,
    crashes: crashCount(),
  };
  const problems: string[] = [];
  if ((await recover(environment)).recoveredMs === undefined)
    problems.push('the environment was not healthy at the start');
  for (const viewer of viewers) viewer.takeMaxDisconnectedMs();
  const { recoveryMs, memoryMegabytes, extraViewers, outages, ...seen } = await runRounds(environment, fault, extent);
  problems.push(...seen.problems);
  const disconnectedMs = Math.max(...viewers.map((viewer) => viewer.takeMaxDisconnectedMs()));
  if (disconnectedMs > extent.maxDisconnectedMs)
    problems.push(`a viewer was disconnected for ${(disconnectedMs / 1000).toFixed(1)} s`);

  for (const actor of actors) {
    await actor.drain(recoveryTimeoutMs).catch((error: unknown) => problems.push(String(error)));
  }
  const correctViewers = await countSettledViewers(environment, extent.maxMs);
  const log = await checkReportLog(database, reporter.acknowledged);
  const silentlyEndedCount = await countSilentlyEnded(database, falls);
  const phoneAlerts = await countPhoneAlerts(database, phoneFalls, before.received);
  const counted = falls.counts();
  for (const actor of actors) actor.resume();

  const crashes = crashCount() - before.crashes;
  if (crashes > 0) problems.push(`${crashes} processes crashed`);
  const refusals = reporter.refusals.slice(before.refusals);
  if (refusals.length > 0) problems.push(`${refusals.length} reports were refused: ${refusals[0]}`);
  if (memoryMegabytes > maxMemoryMegabytes) problems.push(`more than ${maxMemoryMegabytes} MB of memory`);
  return {
    environment: kind,
    fault: fault.title,
    rounds: extent.rounds,
    acknowledgedCount: reporter.acknowledged.size - before.acknowledged,
    ...log,
    fallCount: counted.falls - before.falls.falls,
    notNotifiedCount: counted.notNotified - before.falls.notNotified,
    notifiedTwiceCount: counted.notifiedTwice - before.falls.notifiedTwice,
    silentlyEndedCount,
    phoneAlerts,
    correctViewers: correctViewers + extraViewers,
    viewerCount: viewers.length + extraViewers,
    /** The slowest recovery of all rounds. Undefined when the environment did not recover in one of them. */
    recoveryMs,
    outages,
    /** The memory of the largest server process. */
    memoryMegabytes,
    /** The problems that no other field of the result contains. */
    problems,
  };
}

/** Injects the fault once in each round. Stops when the environment does not recover. */
async function runRounds(environment: Environment, fault: Fault, { rounds, maxMs }: Extent) {
  const problems: string[] = [];
  const outages: Outage[] = [];
  let recoveryMs: number | undefined = 0;
  let [memoryMegabytes, extraViewers] = [0, 0];
  for (let round = 0; round < rounds && recoveryMs !== undefined; round += 1) {
    const { problem, outage, extra = { viewers: 0, recoveryMs: 0 } } = (await fault.inject(environment, round)) ?? {};
    if (problem !== undefined) problems.push(problem);
    if (outage !== undefined) outages.push(outage);
    extraViewers += extra.viewers;
    const { recoveredMs, waitedFor } = await recover(environment);
    recoveryMs = recoveredMs && Math.max(recoveryMs, recoveredMs, extra.recoveryMs);
    if ((recoveryMs ?? Infinity) > maxMs)
      problems.push(`round ${round + 1} took longer than ${maxMs / 1000} s, and waited for ${waitedFor}`);
    const pids = environment.apps.flatMap(({ service }) => service.pid() ?? []);
    memoryMegabytes = Math.max(memoryMegabytes, ...pids.map((pid) => Math.round(residentBytes(pid) / 2 ** 20)));
  }
  return { problems, recoveryMs, memoryMegabytes, extraViewers, outages };
}

/**
 * `recoveredMs`: the milliseconds until a new report is stored and all viewers are correct. Undefined after the timeout.
 * `waitedFor`: the condition that was met last.
 */
async function recover(environment: Environment) {
  const { viewers, reporter } = environment;
  const isAnswered = reporter.watchForAnswer();
  let waitedFor = 'the viewers that the fault connected';
  const isRecovered = async () => {
    if (!isAnswered()) waitedFor = 'a report to be stored';
    else if (!viewers.every((viewer) => viewer.isLive())) waitedFor = 'all viewers to be live';
    else if ((await countCorrectViewers(environment)) !== viewers.length) waitedFor = 'all viewers to be correct';
    else return true;
    return false;
  };
  return { recoveredMs: await waitFor(isRecovered, recoveryTimeoutMs), waitedFor };
}

/**
 * Counts the viewers that show what the database holds when all do, otherwise after `maxMs`. Debounced statuses may still
 * change the rooms after the last report, and reach one viewer after the other.
 */
async function countSettledViewers(environment: Environment, maxMs: number): Promise<number> {
  const { viewers } = environment;
  const settledMs = await waitFor(async () => (await countCorrectViewers(environment)) === viewers.length, maxMs);
  return settledMs === undefined ? countCorrectViewers(environment) : viewers.length;
}

/** Counts the viewers that show what the database holds. Returns 0 while the database is unavailable. */
async function countCorrectViewers({ database, viewers }: Environment): Promise<number> {
  const expected = await readExpectedState(database).catch(() => undefined);
  if (expected === undefined) return 0;
  await pause(deliveryMs);
  return viewers.filter((viewer) => isUpToDate(viewer.shown(), expected)).length;
}
