/** Restarts a process that has ended, as systemd, compose or Kubernetes would. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../../../scripts/services/service.ts';

export interface Supervised {
  readonly service: Service;
  /** Undefined while it does not run. */
  pid(): number | undefined;
  /** kill -9. It is restarted like any process that has ended. */
  kill(): Promise<void>;
  /** Stops it, and does not restart it before `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when it runs and is healthy. */
  untilUp(): Promise<void>;
  /** How often it ended without a call of `kill` or `stop`. */
  crashCount(): number;
  close(): Promise<void>;
}

const restartDelayMs = 300;
const pollIntervalMs = 20;

/** @param service one that runs */
export function supervise(service: Service): Supervised {
  const is = { wanted: true, up: true, closed: false };
  let crashCount = 0;

  async function superviseUntilClosed(): Promise<void> {
    while (!is.closed) {
      await service.ended();
      // `kill` and `stop` have set is.up to false already.
      if (is.up && !is.closed) crashCount += 1;
      is.up = false;
      await pause(is.wanted ? restartDelayMs : pollIntervalMs);
      if (is.wanted && !is.closed) await tryToStart();
    }
  }

  async function tryToStart(): Promise<void> {
    try {
      await service.start();
      is.up = true;
    } catch {
      // The services that it needs may not run yet. The next attempt follows.
    }
  }

  void superviseUntilClosed();
  return {
    service,
    pid: () => service.pid(),
    kill: () => {
      is.up = false;
      return service.kill();
    },
    stop: () => {
      is.wanted = false;
      is.up = false;
      return service.stop();
    },
    start: () => {
      is.wanted = true;
      return tryToStart();
    },
    untilUp: async () => {
      while (!is.up) await pause(pollIntervalMs);
    },
    crashCount: () => crashCount,
    close: () => {
      is.closed = true;
      return service.stop();
    },
  };
}
