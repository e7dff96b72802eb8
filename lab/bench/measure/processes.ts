/** Pins processes to cores, so that the measured server and the load generator do not share one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const coreCount = cpus().length;

/** The core of each role. On two cores the generator shares its core with the database and the bus. */
export const cores = {
  server: 0,
  generator: 1 % coreCount,
  database: 2 % coreCount === 0 ? 1 % coreCount : 2,
} as const;

/** Moves a process with its threads and its children to a core. Later children inherit it. */
export function pin(pid: number, core: number): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(one)], { stdio: 'ignore' });
  }
}

export function childrenOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((child) => child > 0);
}
