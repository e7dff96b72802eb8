/** Counts how often processes make written data durable. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { family } from './processes.ts';

/** Counts the calls of fsync and fdatasync while the work runs. Undefined when strace is not installed or not allowed. */
export async function countSyncs(root: number, work: () => Promise<unknown>): Promise<number | undefined> {
  if (spawnSync('strace', ['-V']).error !== undefined) return undefined;
  const pids = family(root).flatMap((pid) => ['-p', String(pid)]);
  const tracer = spawn('strace', ['-f', '-qq', '-e', 'trace=fsync,fdatasync', ...pids], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  tracer.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  await work();
  const ended = once(tracer, 'close');
  tracer.kill('SIGINT');
  await ended;
  return output.includes('not permitted') ? undefined : (output.match(/sync\(/g) ?? []).length;
}
