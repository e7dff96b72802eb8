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

/** Of the process, its running descendants, and their children that have ended. */
function cpuSeconds(root: number): number {
  const processes = new Map<number, ProcessFacts>();
  for (const name of readdirSync('/proc')) {
    const facts = /^\d+$/.test(name) ? readProcess(name) : undefined;
    if (facts !== undefined) processes.set(Number(name), facts);
  }
  const isDescendant = (pid: number): boolean =>
    pid === root || (pid > 1 && isDescendant(processes.get(pid)?.parent ?? 0));
  const descendants = [...processes].filter(([pid]) => isDescendant(pid));
  return descendants.reduce((sum, [pid, { endedChildrenSeconds }]) => sum + ownSeconds(pid) + endedChildrenSeconds, 0);
}

/** Of all threads, from `schedstat`: it counts nanoseconds, `stat` only hundredths of a second. */
function ownSeconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}

interface ProcessFacts {
  readonly parent: number;
  readonly endedChildrenSeconds: number;
}

/** Undefined when the process has ended. */
function readProcess(pid: string): ProcessFacts | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets, which may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, childUser = 0, childSystem = 0] = [1, 13, 14].map((place) => fields[place]);
    return { parent, endedChildrenSeconds: (childUser + childSystem) / ticksPerSecond };
  } catch {
    return undefined;
  }
}
