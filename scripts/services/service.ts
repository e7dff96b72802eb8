/** A program that runs as a child process and can be started, stopped and killed any number of times. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { killAtExit } from './kill-at-exit.ts';
import { isListening } from './ports.ts';

export interface Service {
  readonly name: string;
  /** The address of this machine on which the service listens. */
  readonly address: string;
  /** The port on the address. A restart does not change it. */
  readonly port: number;
  /** The file with the stdout and stderr of the process. */
  readonly logFile: string;
  /** Returns the process id. Undefined while the service does not run. */
  pid(): number | undefined;
  /** Starts the process. Resolves when the service is ready, at once when it already runs. */
  start(): Promise<void>;
  /** Sends the stop signal, and resolves when the process has ended. */
  stop(): Promise<void>;
  /** Sends SIGKILL, and resolves when the process has ended. */
  kill(): Promise<void>;
  /** Resolves when the current process has ended; at once when no process runs. */
  ended(): Promise<void>;
}

export interface ServiceOptions {
  readonly name: string;
  /** Default: 127.0.0.1. */
  readonly address?: string;
  readonly port: number;
  readonly logFile: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly spawnOptions?: Pick<SpawnOptions, 'uid' | 'gid' | 'env' | 'cwd'>;
  /** The signal that stops the process; SIGTERM by default. */
  readonly stopSignal?: NodeJS.Signals;
  /** Polled after the start until it is true. By default the service is ready when its port accepts connections. */
  readonly isReady?: () => Promise<boolean>;
}

const startTimeoutMs = 60_000;
const pollIntervalMs = 20;

/** Creates a service without starting it. */
export function createService(options: ServiceOptions): Service {
  const { name, address = '127.0.0.1', port, logFile, stopSignal = 'SIGTERM' } = options;
  const { isReady = () => isListening(port, address) } = options;
  let child: ChildProcess | undefined;
  let starting = Promise.resolve();

  async function launchAndWait(): Promise<void> {
    const deadline = performance.now() + startTimeoutMs;
    child = launch(options, () => {
      child = undefined;
    });
    while (!(await isReady())) {
      if (child === undefined)
        throw new Error(`${name} did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
      if (performance.now() > deadline)
        throw new Error(`${name} is not ready after ${startTimeoutMs / 1000} s; its log is ${logFile}`);
      await pause(pollIntervalMs);
    }
  }

  /** Starts the process. Concurrent calls wait for the same process. */
  function start(): Promise<void> {
    if (child === undefined) starting = launchAndWait();
    return starting;
  }

  function ended(): Promise<void> {
    return new Promise((resolve) => {
      if (child === undefined) resolve();
      else child.once('exit', () => resolve());
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const hasEnded = ended();
    child?.kill(signal);
    await hasEnded;
  }

  return {
    name,
    address,
    port,
    logFile,
    pid: () => child?.pid,
    start,
    stop: () => end(stopSignal),
    kill: () => end('SIGKILL'),
    ended,
  };
}

/** Creates a service and starts it. Resolves when the service is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const service = createService(options);
  await service.start();
  return service;
}

function launch({ name, logFile, file, args, spawnOptions }: ServiceOptions, onEnd: () => void): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  // In a process group of its own, Ctrl-C does not reach the child. The parent stops its services in order.
  const child = spawn(file, args, { ...spawnOptions, stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  const cancelKill = killAtExit(() => child.kill('SIGKILL'));
  const ended = () => {
    cancelKill();
    onEnd();
  };
  child.once('exit', ended).once('error', (error) => {
    console.error(`${name} could not be started: ${error.message}`);
    ended();
  });
  return child;
}
