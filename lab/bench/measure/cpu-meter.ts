/** Reads the processor time and the memory of processes from /proc of Linux (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';
import { childrenOf } from './processes.ts';

/** The unit of processor time in `/proc/<pid>/stat`: USER_HZ, which is 100 on every Linux. */
const ticksPerSecond = 100;

/** Microseconds of processor time, user and kernel together. */
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
    return perUnit({ app: (app - start.app) * 1e6, database: (database - start.database) * 1e6 }, units);
  };
}

export function perUnit({ app, database }: Cost, units: number): Cost {
  return { app: app / units, database: database / units };
}

/** Memory of the process and its children. */
export function residentBytes(root: number): number {
  const kilobytes = [root, ...childrenOf(root)].map((pid) =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) * 1024;
}

/** Processor time of a process with its running and ended children. No measured process has grandchildren. */
export function cpuSeconds(root: number): number {
  const running = [root, ...childrenOf(root)].reduce((sum, pid) => sum + ownSeconds(pid), 0);
  const stat = readFileSync(`/proc/${root}/stat`, 'utf8');
  // Fields are counted after the program's name, which is in brackets and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[13]), Number(fields[14])];
  return running + (user + system) / ticksPerSecond;
}

/** Processor time of a process without its children. `schedstat` counts nanoseconds, `stat` hundredths of a second. */
function ownSeconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}
