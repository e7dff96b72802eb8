/** Builds and drives the load generator of lab/bench/generator, which is written in C so that it is never the limit. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { cores } from './measure/processes.ts';

/** The server that the generator sends to, and the files with its streams and tokens. */
export interface Target {
  /** The ports of the server. Viewers and connections are spread over them. */
  readonly ports: readonly number[];
  /** The body of a call: a report for Room Status, or the update that a peer forwards. */
  readonly body: 'report' | 'update';
  readonly paths: { readonly report: string; readonly events: string; readonly list: string };
  /** A file with a line for each stream: the uuid of the ward, the uuid of the stream, the revision. */
  readonly streamsFile: string;
  /** A file with access tokens, one a line. */
  readonly tokensFile: string;
  readonly deviceKey: string;
}

export interface Load {
  readonly seconds: number;
  readonly connections: number;
  /** The number of reports in a call; 1 by default. */
  readonly batch?: number;
  /** The number of reports per second; as many as possible by default. */
  readonly rate?: number;
}

interface OpenOptions {
  /** How many access tokens the viewers share. By default each viewer has its own. */
  readonly tokens?: number;
  readonly withLists?: boolean;
}

/** Quantiles of a time, in milliseconds. */
const Times = z.object({ p50: z.number(), p95: z.number(), p99: z.number(), p999: z.number(), max: z.number() });
const Sent = z.object({
  seconds: z.number(),
  generatorCpuSeconds: z.number(),
  reportsPerSecond: z.number(),
  deliveriesPerSecond: z.number(),
  reports: z.number(),
  deliveries: z.number(),
  /** The number of calls that were refused with 429 or 503 and repeated. */
  refused: z.number(),
  /** The number of updates that the server replaced by a newer update of the same room before it sent them. */
  superseded: z.number(),
  lost: z.number(),
  doubled: z.number(),
  outOfOrder: z.number(),
  wrongWard: z.number(),
  disconnected: z.number(),
  /** The time from a report to its response. */
  answerMs: Times,
  /** The time from a report to the arrival of its update at a viewer. */
  deliveryMs: Times,
});
export type Sent = z.infer<typeof Sent>;
const Opened = z.object({ opened: z.number(), refused: z.number(), seconds: z.number() });

export interface LoadGenerator {
  /** Resolves when all event streams are open, and with `withLists` when each viewer has fetched the list of its ward. */
  open(viewers: number, perWard: number, options?: OpenOptions): Promise<z.infer<typeof Opened>>;
  send(load: Load): Promise<Sent>;
  /** Closes the event streams. Resolves when the server has closed them too, before the next phase is measured. */
  close(): Promise<void>;
  stop(): void;
}

const connectsAtOnce = 256;
const closeMs = 1_000;

const folder = join(import.meta.dirname, '../../.cache/bench');
const program = join(folder, 'load');
let isCompiled = false;

/** Compiles the generator, once in a process. */
function compile(): void {
  if (isCompiled) return;
  isCompiled = true;
  mkdirSync(folder, { recursive: true });
  execFileSync('cc', ['-O2', '-o', program, join(import.meta.dirname, 'generator/load.c')]);
}

export function startLoadGenerator(target: Target): LoadGenerator {
  compile();
  const { ports, body, paths, streamsFile, tokensFile, deviceKey } = target;
  const args = [streamsFile, ports.join(), body, paths.report, paths.events, paths.list, tokensFile, deviceKey];
  const child = spawn('taskset', ['-c', String(cores.generator), program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function run<T extends z.ZodMiniType>(command: string, answer: T): Promise<z.infer<T>> {
    child.stdin.write(`${command}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the load generator stopped at: ${command}`);
    return answer.parse(JSON.parse(value));
  }

  return {
    open: (viewers, perWard, { tokens = viewers, withLists = false } = {}) =>
      run(`open ${viewers} ${perWard} ${connectsAtOnce} ${tokens} ${withLists ? 1 : 0}`, Opened),
    send: ({ seconds, connections, batch = 1, rate = 0 }) =>
      run(`send ${seconds} ${connections} ${batch} ${rate}`, Sent),
    close: async () => {
      await run('close', z.object({ opened: z.number() }));
      await pause(closeMs);
    },
    stop: () => {
      process.off('exit', killOnExit);
      child.kill('SIGKILL');
    },
  };
}
