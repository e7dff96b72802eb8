/** A program that runs beside the server, as a child of ours: started, stopped and killed as often as one likes. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Service {
  readonly name: string;
  /** Of 127.0.0.1; the same after each restart. */
  readonly port: number;
  /** What it says goes there. */
  readonly logFile: string;
  /** Undefined while it does not run. */
  pid(): number | undefined;
  /** Resolves once it takes connections; at once when it runs already. */
  start(): Promise<void>;
  /** Asks it to end, and resolves when it has. */
  stop(): Promise<void>;
  /** Without warning, as a power cut would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Sends a signal to the running process, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process that runs now has ended; at once when none does. */
  ended(): Promise<void>;
}

export interface ServiceOptions {
  readonly name: string;
  readonly port: number;
  readonly logFile: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly spawnOptions?: Pick<SpawnOptions, 'uid' | 'gid' | 'env' | 'cwd'>;
  readonly stopSignal: NodeJS.Signals;
  /** Whether it does its work already. */
  readonly isReady: () => Promise<boolean>;
}

/** A service that needs longer than this to start is broken. Milliseconds. */
const startWithinMs = 60_000;
const lookAgainAfterMs = 20;

export function createService(options: ServiceOptions): Service {
  const { name, port, logFile, isReady, stopSignal } = options;
  let child: ChildProcess | undefined;
  let starting: Promise<void> | undefined;

  async function startNow(): Promise<void> {
    const deadline = performance.now() + startWithinMs;
    child = launch(options, () => {
      child = undefined;
    });
    while (!(await isReady())) {
      if (child === undefined)
        throw new Error(`${name} did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
      if (performance.now() > deadline) throw new Error(`${name} does not answer; it wrote to ${logFile}`);
      await pause(lookAgainAfterMs);
    }
  }

  /** Whoever asks while it is starting waits for the same start. */
  function start(): Promise<void> {
    if (child === undefined) {
      const current = startNow().finally(() => {
        if (starting === current) starting = undefined;
      });
      starting = current;
    }
    return starting ?? Promise.resolve();
  }

  function ended(): Promise<void> {
    return new Promise((resolve) => {
      if (child === undefined) resolve();
      else child.once('exit', () => resolve());
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const gone = ended();
    child?.kill(signal);
    await gone;
  }

  return {
    name,
    port,
    logFile,
    pid: () => child?.pid,
    start,
    stop: () => end(stopSignal),
    kill: () => end('SIGKILL'),
    signal: (signal) => void child?.kill(signal),
    ended,
  };
}

function launch({ name, logFile, file, args, spawnOptions }: ServiceOptions, onEnd: () => void): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  // A group of its own: Ctrl-C at the terminal comes to us alone, and we decide who ends when.
  const child = spawn(file, args, { ...spawnOptions, stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const ended = () => {
    process.off('exit', endWithUs);
    onEnd();
  };
  child.once('exit', ended);
  child.once('error', (error) => {
    console.error(`${name} could not be started: ${error.message}`);
    ended();
  });
  return child;
}
