/** Processor time and memory of a process and its children, from Linux's proc(5). */
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ is 100 on every Linux. */
const ticksPerSecond = 100;

/** Microseconds of processor time, user and kernel together. */
export interface Cost {
  readonly app: number;
  /** Of PostgreSQL; 0 without. */
  readonly database: number;
}

export interface MeasuredProcesses {
  readonly pid: number;
  readonly databasePid?: number | undefined;
}

/** The returned function divides the processor time since the start by a number of units. */
export function startCpuMeter({ pid, databasePid }: MeasuredProcesses): (units: number) => Cost {
  const read = () => ({ app: cpuSeconds(pid), database: databasePid === undefined ? 0 : cpuSeconds(databasePid) });
  const start = read();
  return (units) => {
    const { app, database } = read();
    return perUnit({ app: (app - start.app) * 1e6, database: (database - start.database) * 1e6 }, units);
  };
}

export function perUnit({ app, database }: Cost, units: number): Cost {
  return { app: app / units, database: database / units };
}

/** Memory of the process alone. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Of the process, its running children, and those that have ended. Neither the server nor PostgreSQL has grandchildren. */
function cpuSeconds(root: number): number {
  const children = readFileSync(`/proc/${root}/task/${root}/children`, 'utf8').trim().split(' ').map(Number);
  const running = [root, ...children.filter((pid) => pid > 0)].reduce((sum, pid) => sum + ownSeconds(pid), 0);
  const stat = readFileSync(`/proc/${root}/stat`, 'utf8');
  // The second field is the program's name in brackets, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[13]), Number(fields[14])];
  return running + (user + system) / ticksPerSecond;
}

/** Of all threads, from `schedstat`: it counts nanoseconds, `stat` only hundredths of a second. */
function ownSeconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}
