/** Pins processes to cores, and reads their processor time and memory from /proc of Linux (proc(5)). */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, getPriority } from 'node:os';

const coreCount = cpus().length;
/** The unit of processor time in `/proc/<pid>/stat`: USER_HZ, which is 100 on every Linux. */
const ticksPerSecond = 100;

/** The processor core of each role. On two cores the generator shares its core with the database and the bus. */
export const cores = {
  server: 0,
  generator: 1 % coreCount,
  database: 2 % coreCount === 0 ? 1 % coreCount : 2,
} as const;

/** Moves a process with its threads and its children to a core. Children that it starts later use the same core. */
export function pin(pid: number, core: number): void {
  for (const one of family(pid)) setCores(one, String(core), ['--all-tasks']);
}

/** Runs the work of this process, without its children, on a core. */
export async function onCore<T>(core: number, work: () => Promise<T>): Promise<T> {
  setCores(process.pid, String(core), ['--all-tasks']);
  try {
    return await work();
  } finally {
    setCores(process.pid, `0-${coreCount - 1}`, ['--all-tasks']);
  }
}

/** Moves the threads of a process that have a lower priority, such as the one that reads the history, to a core. */
export function pinLowPriorityThreads(pid: number, core: number): void {
  const threads = readdirSync(`/proc/${pid}/task`).map(Number);
  for (const thread of threads.filter((id) => getPriority(id) > 0)) setCores(thread, String(core));
}

/** Moves a thread, or with `--all-tasks` a process, to the cores of a list such as `0-1`. */
function setCores(id: number, list: string, options: readonly string[] = []): void {
  execFileSync('taskset', [...options, '--cpu-list', '--pid', list, String(id)], { stdio: 'ignore' });
}

/** Returns the ids of the process and its running children. No measured process has grandchildren. */
function family(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return [pid, ...children.filter((child) => child > 0)];
}

/** A cost in microseconds of processor time, user and kernel together. */
export interface Cost {
  /** Processor time of the server. */
  readonly app: number;
  /** Processor time of PostgreSQL; 0 on SQLite. */
  readonly database: number;
}

export interface MeasuredProcesses {
  readonly pid: number;
  readonly databasePid?: number | undefined;
}

/** Returns a function that divides the processor time since the start by a number, such as that of reports. */
export function startCpuMeter({ pid, databasePid }: MeasuredProcesses): (units: number) => Cost {
  const read = () => ({ app: cpuSeconds(pid), database: databasePid === undefined ? 0 : cpuSeconds(databasePid) });
  const start = read();
  return (units) => {
    const { app, database } = read();
    return { app: ((app - start.app) * 1e6) / units, database: ((database - start.database) * 1e6) / units };
  };
}

/** Returns the memory of the process and its children, in bytes. */
export function residentBytes(root: number): number {
  const kilobytes = family(root).map((pid) =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

/** Returns the processor time of a process with its running and ended children, in seconds. */
export function cpuSeconds(root: number): number {
  // The file `schedstat` counts nanoseconds; the file `stat` counts only hundredths of a second.
  const running = family(root).flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    ),
  );
  const stat = readFileSync(`/proc/${root}/stat`, 'utf8');
  // Fields are counted after the program's name, because the name is in brackets and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ended = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  return running.reduce((sum, one) => sum + one, 0) / 1e9 + ended;
}
