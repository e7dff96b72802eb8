/** Starts again what has died, as systemd, compose or Kubernetes would; nothing else is ever done for it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../../../scripts/services/service.ts';

export interface Supervised<T extends Service = Service> {
  readonly service: T;
  /** The process that runs now, if one does. */
  pid(): number | undefined;
  /** kill -9; it is started again like anything that has died. */
  kill(): Promise<void>;
  /** Stopped in an orderly way, and not started again before `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when it runs and is well. */
  back(): Promise<void>;
  /** From now on another program stands for it. */
  replace(service: T): void;
  /** How often it ended although nobody had asked for it. */
  crashes(): number;
  close(): Promise<void>;
}

const restartAfterMs = 300;
const lookEveryMs = 20;

/** `service` runs already. */
export function supervise<T extends Service>(initial: T): Supervised<T> {
  let service = initial;
  const is = { wanted: true, up: true, closed: false, killed: false };
  let crashes = 0;

  async function watch(): Promise<void> {
    while (!is.closed) {
      await service.ended();
      const wasUp = is.up;
      is.up = false;
      if (is.wanted && !is.closed) {
        if (wasUp && !is.killed) crashes += 1;
        is.killed = false;
        await pause(restartAfterMs);
        if (is.wanted && !is.closed) await tryToStart();
      } else await pause(lookEveryMs);
    }
  }

  async function tryToStart(): Promise<void> {
    try {
      await service.start();
      is.up = true;
    } catch {
      // What it needs may not be there yet; the next attempt follows.
    }
  }

  void watch();
  return {
    get service() {
      return service;
    },
    pid: () => service.pid(),
    kill: async () => {
      is.killed = true;
      is.up = false;
      await service.kill();
    },
    stop: async () => {
      is.wanted = false;
      is.up = false;
      await service.stop();
    },
    start: async () => {
      is.wanted = true;
      await tryToStart();
    },
    back: async () => {
      while (!is.up) await pause(lookEveryMs);
    },
    replace: (other) => {
      service = other;
    },
    crashes: () => crashes,
    close: async () => {
      is.closed = true;
      await service.stop();
    },
  };
}
