/** Injects one fault, and checks every guarantee afterwards. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from './environments/environment.ts';
import { checkReportLog, isUpToDate, readExpectedState } from './expected-state.ts';
import type { Fault } from './fault.ts';

export interface Result {
  readonly environment: string;
  readonly fault: string;
  readonly rounds: number;
  readonly acknowledgedCount: number;
  readonly lostCount: number;
  readonly duplicatedCount: number;
  readonly correctViewers: number;
  readonly viewerCount: number;
  /** The slowest recovery of all rounds; undefined when one did not recover. */
  readonly recoveryMs: number | undefined;
  /** Of the largest server process. */
  readonly memoryMegabytes: number;
  /** Everything else that went wrong. */
  readonly problems: readonly string[];
}

/** The guarantee of the product. */
const maxRecoveryMs = 5_000;
/** After this time an operator would have to act. */
const recoveryTimeoutMs = 60_000;
const maxMemoryMegabytes = 512;
const pollIntervalMs = 25;

export async function runFault(environment: Environment, fault: Fault, rounds: number): Promise<Result> {
  const { kind, reporter, viewers, database } = environment;
  const before = {
    acknowledged: reporter.acknowledged.size,
    refusals: reporter.refusals.length,
    crashes: crashCountOf(environment),
  };
  const problems: string[] = [];
  if ((await recover(environment)) === undefined) problems.push('the environment was not healthy at the start');
  for (const viewer of viewers) viewer.takeMaxDisconnectedMs();
  const { recoveryMs, memoryMegabytes, extraViewers, ...seen } = await runRounds(environment, fault, rounds);
  problems.push(...seen.problems, ...disconnectionProblems(environment, fault));

  await reporter.drain(recoveryTimeoutMs).catch((error: unknown) => problems.push(String(error)));
  const correctViewers = await countCorrectViewers(environment);
  const log = await checkReportLog(database, reporter.acknowledged);
  reporter.resume();

  const crashes = crashCountOf(environment) - before.crashes;
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
    recoveryMs,
    memoryMegabytes,
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
    memoryMegabytes = Math.max(memoryMegabytes, ...environment.apps.map(({ service }) => memoryOf(service.pid())));
  }
  if (recoveryMs === undefined)
    problems.push(`no recovery within ${recoveryTimeoutMs / 1000} s: ${describe(environment)}`);
  else if (recoveryMs > maxRecoveryMs) problems.push(`the recovery took longer than ${maxRecoveryMs / 1000} s`);
  return { problems, recoveryMs, memoryMegabytes, extraViewers };
}

function disconnectionProblems({ viewers }: Environment, { maxDisconnectedMs = Infinity }: Fault): string[] {
  const disconnectedMs = Math.max(...viewers.map((viewer) => viewer.takeMaxDisconnectedMs()));
  if (disconnectedMs <= maxDisconnectedMs) return [];
  return [`a viewer was disconnected for ${(disconnectedMs / 1000).toFixed(1)} s`];
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

function describe({ viewers, reporter, apps }: Environment): string {
  const live = viewers.filter((viewer) => viewer.isLive()).length;
  const running = apps.filter((app) => app.service.pid() !== undefined).length;
  return `${live} of ${viewers.length} viewers live, ${running} of ${apps.length} servers running, ${reporter.retries()} retries`;
}

function crashCountOf({ processes }: Environment): number {
  return processes.reduce((sum, one) => sum + one.crashCount(), 0);
}

/** Resident memory in megabytes; 0 when the process does not run. */
function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}
