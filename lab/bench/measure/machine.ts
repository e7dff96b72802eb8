/** The machine that a benchmark ran on. */
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import type { Results } from './figures.ts';

export function describeMachine(): Results['machine'] {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cores: processors.length,
    processor: processors[0]?.model ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
    loadAverage: loadavg()[0] ?? 0,
  };
}
