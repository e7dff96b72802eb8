/** Builds and drives the load generator of lab/bench/generator, which is written in C so that it is never the limit. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { cores } from './measure/processes.ts';

/** What the generator sends to, and where it finds its event streams. */
export interface Target {
  /** Viewers and connections are spread over them. */
  readonly ports: readonly number[];
  /** The body of a call: a report for Room Status, or the update that a peer forwards. */
  readonly body: 'report' | 'update';
  readonly paths: { readonly report: string; readonly events: string; readonly list: string };
  /** A file with a line for each stream: uuid of the ward, uuid of the stream, revision. */
  readonly streamsFile: string;
  /** A file with access tokens, one a line. */
  readonly tokensFile: string;
  readonly deviceKey: string;
}

export interface Load {
  readonly seconds: number;
  readonly connections: number;
  /** Reports of a call; 1 by default. */
  readonly batch?: number;
  /** Reports a second; as many as possible by default. */
  readonly rate?: number;
  /** Sends NDJSON, with so many lines in flight on each connection. */
  readonly lines?: number;
  /** Two of five reports open an alert, and the report after each ends it. */
  readonly raisesAlerts?: boolean;
}

interface OpenOptions {
  /** How many access tokens the viewers share; one each by default. */
  readonly tokens?: number;
  readonly withLists?: boolean;
}

/** In milliseconds. */
const Times = z.object({ p50: z.number(), p95: z.number(), p99: z.number(), p999: z.number(), max: z.number() });
const Sent = z.object({
  seconds: z.number(),
  generatorCpuSeconds: z.number(),
  reportsPerSecond: z.number(),
  deliveriesPerSecond: z.number(),
  reports: z.number(),
  deliveries: z.number(),
  /** Calls that were answered with 429 or 503 and repeated. */
  refused: z.number(),
  /** Updates that were replaced by a newer one of the same room before they were sent. */
  superseded: z.number(),
  lost: z.number(),
  doubled: z.number(),
  outOfOrder: z.number(),
  wrongWard: z.number(),
  disconnected: z.number(),
  /** From the report to its answer. */
  answerMs: Times,
  /** From the report to its arrival at a viewer. */
  deliveryMs: Times,
});
export type Sent = z.infer<typeof Sent>;
const Opened = z.object({ opened: z.number(), refused: z.number(), seconds: z.number() });

export interface LoadGenerator {
  /** Resolves when all event streams are open, and with `withLists` when each viewer has fetched the list of its ward. */
  open(viewers: number, perWard: number, options?: OpenOptions): Promise<z.infer<typeof Opened>>;
  send(load: Load): Promise<Sent>;
  /** Closes the event streams. The server has then done its part, so that it is not measured with the next phase. */
  close(): Promise<void>;
  stop(): void;
}

const connectsAtOnce = 256;
const closeMs = 1_000;

const compiled = new Set<string>();

/** Compiles a file of lab/bench/generator, once in a process, and returns the path of the program. */
export function compile(name: 'load' | 'bound'): string {
  const folder = join(import.meta.dirname, '../../.cache/bench');
  const program = join(folder, name);
  if (compiled.has(name)) return program;
  compiled.add(name);
  mkdirSync(folder, { recursive: true });
  execFileSync('cc', ['-O2', '-o', program, join(import.meta.dirname, `generator/${name}.c`)]);
  return program;
}

export function startLoadGenerator(target: Target): LoadGenerator {
  const { ports, body, paths, streamsFile, tokensFile, deviceKey } = target;
  const args = [streamsFile, ports.join(), body, paths.report, paths.events, paths.list, tokensFile, deviceKey];
  const child = spawn('taskset', ['-c', String(cores.generator), compile('load'), ...args], {
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
    send: ({ seconds, connections, batch = 1, rate = 0, lines: inFlight = 0, raisesAlerts = false }) =>
      run(`send ${seconds} ${connections} ${batch} ${rate} ${inFlight} ${raisesAlerts ? 1 : 0}`, Sent),
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
