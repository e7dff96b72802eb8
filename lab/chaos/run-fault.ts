/** Does one fault to a environment, and looks at what is left: every promise, every board. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Environment } from './environments/environment.ts';
import { isUpToDate, readExpectedState, checkReportLog } from './expected-state.ts';
import type { Fault } from './faults/fault.ts';

export interface Result {
  readonly environment: string;
  readonly fault: string;
  readonly rounds: number;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** Boards that equal the database, of all. */
  readonly boards: number;
  readonly allBoards: number;
  /** The longest from healing to boards that are all right and a report that is answered; undefined: never. */
  readonly convergedMs: number | undefined;
  /** Of the largest server process. */
  readonly memoryMegabytes: number;
  /** All that should not have been; empty when all is well. */
  readonly findings: readonly string[];
  /** Worth knowing. */
  readonly notes: readonly string[];
}

/** The promise of the product. */
const convergeWithinMs = 5_000;
/** After that a person would have to look. */
const patienceMs = 60_000;
const mostMemoryMegabytes = 512;
const lookEveryMs = 25;

export async function runFault(environment: Environment, fault: Fault, rounds: number): Promise<Result> {
  const { kind, apps, reporter, viewers, database } = environment;
  const findings: string[] = [];
  const notes: string[] = [];
  const before = {
    acknowledged: reporter.acknowledged.size,
    refused: reporter.refused.length,
    crashes: crashesOf(environment),
  };
  let [slowest, moreBoards] = [0, 0];
  let memory = 0;
  if ((await converge(environment)) === undefined) findings.push('it was not well to begin with');
  for (const viewer of viewers) viewer.takeLongestDark();
  for (let round = 0; round < rounds; round += 1) {
    const { finding, note, more } = await fault.round(environment, round);
    if (finding !== undefined) findings.push(finding);
    if (note !== undefined) notes.push(note);
    slowest = Math.max(slowest, more?.convergedMs ?? 0);
    moreBoards += more?.boards ?? 0;
    const took = await converge(environment);
    memory = Math.max(memory, ...apps.map((app) => memoryOf(app.pid())));
    if (took === undefined) {
      findings.push(`round ${round + 1}: not well after ${patienceMs / 1000} s: ${stateOf(environment)}`);
      slowest = Infinity;
      break;
    }
    slowest = Math.max(slowest, took);
  }
  if (slowest > convergeWithinMs && slowest < Infinity) findings.push(`longer than ${convergeWithinMs / 1000} s`);
  const dark = Math.max(...viewers.map((viewer) => viewer.takeLongestDark()));
  if (fault.mostDarkMs !== undefined && dark > fault.mostDarkMs) {
    findings.push(`a board was without a live connection for ${(dark / 1000).toFixed(1)} s`);
  }
  await reporter.drain(patienceMs).catch((error: unknown) => findings.push(String(error)));
  const boards = moreBoards + (await countRightBoards(environment));
  const { lost, doubled } = await checkReportLog(database, reporter.acknowledged);
  reporter.resume();
  if (crashesOf(environment) > before.crashes)
    findings.push(`${crashesOf(environment) - before.crashes} ended by themselves`);
  const refused = reporter.refused.slice(before.refused);
  if (refused.length > 0) findings.push(`${refused.length} refused for good: ${refused[0]}`);
  if (memory > mostMemoryMegabytes) findings.push(`more than ${mostMemoryMegabytes} MB`);
  return {
    environment: kind,
    fault: fault.title,
    rounds,
    acknowledged: reporter.acknowledged.size - before.acknowledged,
    lost: lost.length,
    doubled: doubled.length,
    boards,
    allBoards: moreBoards + viewers.length,
    convergedMs: slowest === Infinity ? undefined : slowest,
    memoryMegabytes: memory,
    findings,
    notes,
  };
}

/** Well and right: a new report is answered, all boards are live and show what the database holds. Milliseconds from now. */
async function converge({ database, viewers, reporter }: Environment): Promise<number | undefined> {
  const start = performance.now();
  const answered = reporter.nextAnswer();
  while (performance.now() - start < patienceMs) {
    if (answered.has() && viewers.every((viewer) => viewer.isLive())) {
      const states = await readExpectedState(database).catch(() => undefined);
      // What was stored this very moment is still on its way.
      await pause(lookEveryMs);
      if (states !== undefined && viewers.every((viewer) => isUpToDate(viewer.board(), states))) {
        return performance.now() - start;
      }
    }
    await pause(lookEveryMs);
  }
  return undefined;
}

/** With nothing under way boards and database have to be the same; what is held may still come to count. */
async function countRightBoards({ database, viewers }: Environment): Promise<number> {
  const start = performance.now();
  for (;;) {
    const states = await readExpectedState(database);
    const right = viewers.filter((viewer) => isUpToDate(viewer.board(), states)).length;
    if (right === viewers.length || performance.now() - start > convergeWithinMs) return right;
    await pause(lookEveryMs);
  }
}

function stateOf({ viewers, reporter, apps }: Environment): string {
  const live = viewers.filter((viewer) => viewer.isLive()).length;
  const running = apps.filter((app) => app.pid() !== undefined).length;
  return `${live} of ${viewers.length} boards live, ${running} of ${apps.length} servers running, ${reporter.repeats()} repeats`;
}

function crashesOf({ apps, postgres, nats, front }: Environment): number {
  const all = [...apps, postgres, nats, front];
  return all.reduce((sum, it) => sum + (it?.crashes() ?? 0), 0);
}

/** Megabytes that the process holds; 0 when it does not run. */
function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}
