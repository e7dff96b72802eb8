/** Processor time and memory of a process and its children, from Linux's proc(5). */
import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ is 100 on every Linux. */
const ticksPerSecond = 100;

export interface CostMeter {
  /** Microseconds of processor time since the start of the meter, user and kernel together. */
  cpuMicroseconds(): number;
  /** Elapsed seconds since the start of the meter. */
  seconds(): number;
}

export function startCostMeter(pid: number): CostMeter {
  const [cpu, start] = [cpuSeconds(pid), performance.now()];
  return {
    cpuMicroseconds: () => (cpuSeconds(pid) - cpu) * 1e6,
    seconds: () => (performance.now() - start) / 1000,
  };
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
