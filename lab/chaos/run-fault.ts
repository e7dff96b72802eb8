/** Injects one fault, and checks every guarantee afterwards. */
import { setTimeout as pause } from 'node:timers/promises';
import { residentBytes } from '../bench/measure/process-cost.ts';
import type { Environment } from './environments/environment.ts';
import { checkReportLog, isUpToDate, readExpectedState } from './expected-state.ts';
import type { Fault } from './fault.ts';

export type Result = Awaited<ReturnType<typeof runFault>>;

/** The guarantee of the product. */
const maxRecoveryMs = 5_000;
/** After this time an operator would have to act. */
const recoveryTimeoutMs = 60_000;
const maxMemoryMegabytes = 512;
const pollIntervalMs = 25;

export async function runFault(environment: Environment, fault: Fault, rounds: number) {
  const { kind, reporter, viewers, database, processes } = environment;
  const crashCount = () => processes.reduce((sum, one) => sum + one.crashCount(), 0);
  const before = {
    acknowledged: reporter.acknowledged.size,
    refusals: reporter.refusals.length,
    crashes: crashCount(),
  };
  const problems: string[] = [];
  if ((await recover(environment)) === undefined) problems.push('the environment was not healthy at the start');
  for (const viewer of viewers) viewer.takeMaxDisconnectedMs();
  const { recoveryMs, memoryMegabytes, extraViewers, ...seen } = await runRounds(environment, fault, rounds);
  problems.push(...seen.problems);
  const disconnectedMs = Math.max(...viewers.map((viewer) => viewer.takeMaxDisconnectedMs()));
  if (disconnectedMs > (fault.maxDisconnectedMs ?? Infinity))
    problems.push(`a viewer was disconnected for ${(disconnectedMs / 1000).toFixed(1)} s`);

  await reporter.drain(recoveryTimeoutMs).catch((error: unknown) => problems.push(String(error)));
  const correctViewers = await countCorrectViewers(environment);
  const log = await checkReportLog(database, reporter.acknowledged);
  reporter.resume();

  const crashes = crashCount() - before.crashes;
  if (crashes > 0) problems.push(`${crashes} processes crashed`);
  const refusals = reporter.refusals.slice(before.refusals);
  if (refusals.length > 0) problems.push(`${refusals.length} reports were refused: ${refusals[0]}`);
  if (memoryMegabytes > maxMemoryMegabytes) problems.push(`more than ${maxMemoryMegabytes} MB of memory`);
  return {
    environment: kind,
    fault: fault.title,
    rounds,
    acknowledgedCount: reporter.acknowledged.size - before.acknowledged,
    ...log,
    correctViewers: correctViewers + extraViewers,
    viewerCount: viewers.length + extraViewers,
    /** The slowest recovery of all rounds; undefined when one did not recover. */
    recoveryMs,
    /** Of the largest server process. */
    memoryMegabytes,
    /** Everything else that went wrong. */
    problems,
  };
}

/** Injects the fault so many times, or until the environment does not recover. */
async function runRounds(environment: Environment, fault: Fault, rounds: number) {
  const problems: string[] = [];
  let recoveryMs: number | undefined = 0;
  let [memoryMegabytes, extraViewers] = [0, 0];
  for (let round = 0; round < rounds && recoveryMs !== undefined; round += 1) {
    const { problem, extra = { viewers: 0, recoveryMs: 0 } } = (await fault.inject(environment, round)) ?? {};
    if (problem !== undefined) problems.push(problem);
    extraViewers += extra.viewers;
    const roundMs = await recover(environment);
    recoveryMs = roundMs && Math.max(recoveryMs, roundMs, extra.recoveryMs);
    const pids = environment.apps.flatMap(({ service }) => service.pid() ?? []);
    memoryMegabytes = Math.max(memoryMegabytes, ...pids.map((pid) => Math.round(residentBytes(pid) / 2 ** 20)));
  }
  const isLate = recoveryMs === undefined || recoveryMs > maxRecoveryMs;
  if (isLate) problems.push(`the recovery took longer than ${maxRecoveryMs / 1000} s`);
  return { problems, recoveryMs, memoryMegabytes, extraViewers };
}

/** Waits until a new report is answered, and all viewers are live and up to date. Milliseconds; undefined after the timeout. */
async function recover({ database, viewers, reporter }: Environment): Promise<number | undefined> {
  const start = performance.now();
  const isAnswered = reporter.watchForAnswer();
  while (performance.now() - start < recoveryTimeoutMs) {
    if (isAnswered() && viewers.every((viewer) => viewer.isLive())) {
      const expected = await readExpectedState(database).catch(() => undefined);
      // Updates that were committed just before the read need this time to reach the viewers.
      await pause(pollIntervalMs);
      if (expected !== undefined && viewers.every((viewer) => isUpToDate(viewer.shown(), expected))) {
        return performance.now() - start;
      }
    }
    await pause(pollIntervalMs);
  }
  return undefined;
}

/** Nothing new is reported now. Debounced statuses may still change the state, so the check is repeated for a while. */
async function countCorrectViewers({ database, viewers }: Environment): Promise<number> {
  const start = performance.now();
  for (;;) {
    const expected = await readExpectedState(database);
    const correct = viewers.filter((viewer) => isUpToDate(viewer.shown(), expected)).length;
    if (correct === viewers.length || performance.now() - start > maxRecoveryMs) return correct;
    await pause(pollIntervalMs);
  }
}
