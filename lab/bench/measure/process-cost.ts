/** What a process and its children have used of the machine (Linux: proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

/** Of the kernel's clock for processes: USER_HZ is 100 wherever Linux runs. */
const ticksPerSecond = 100;

interface ProcessFacts {
  readonly parent: number;
  /** Its own and that of its children that have ended. Seconds. */
  readonly cpu: () => number;
}

/** Processor time of the process and all beneath it, seconds; of user and kernel together. */
export function cpuSeconds(pid: number): number {
  return familyOf(pid).reduce((sum, { cpu }) => sum + cpu(), 0);
}

/** Memory that is really in use, of the process alone. Bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

export interface Cost {
  /** Microseconds of processor time since `watchCost`. */
  cpuMicroseconds(): number;
  /** Wall time since then. Seconds. */
  seconds(): number;
}

export function watchCost(pid: number): Cost {
  const [cpu, start] = [cpuSeconds(pid), performance.now()];
  return {
    cpuMicroseconds: () => (cpuSeconds(pid) - cpu) * 1e6,
    seconds: () => (performance.now() - start) / 1000,
  };
}

function familyOf(root: number): readonly ProcessFacts[] {
  const all = new Map<number, ProcessFacts>();
  for (const name of readdirSync('/proc')) {
    const facts = /^\d+$/.test(name) ? factsOf(name) : undefined;
    if (facts !== undefined) all.set(Number(name), facts);
  }
  const isOurs = (pid: number): boolean => pid === root || (pid > 1 && isOurs(all.get(pid)?.parent ?? 0));
  return [...all].filter(([pid]) => isOurs(pid)).map(([, facts]) => facts);
}

/** To the nanosecond, where the clock in `stat` goes by the hundredth of a second. */
function ownSeconds(pid: string): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}

/** Undefined: it has ended meanwhile. */
function factsOf(pid: string): ProcessFacts | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, childUser = 0, childSystem = 0] = [1, 13, 14].map((place) => fields[place]);
    return { parent, cpu: () => ownSeconds(pid) + (childUser + childSystem) / ticksPerSecond };
  } catch {
    return undefined;
  }
}
