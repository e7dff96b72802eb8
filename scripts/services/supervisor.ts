/** Restarts a process that has ended, as systemd, compose or Kubernetes would. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from './service.ts';

export type Supervised = ReturnType<typeof supervise>;

const restartDelayMs = 300;
const pollIntervalMs = 20;

/** @param service a service that is running @param onCrash called when it has ended by itself */
export function supervise(service: Service, onCrash: () => void = () => undefined) {
  const is = { wanted: true, up: true, closed: false };
  let crashCount = 0;

  async function superviseUntilClosed(): Promise<void> {
    while (!is.closed) {
      await service.ended();
      // `kill` and `stop` have set `is.up` to false. Otherwise the service ended by itself.
      if (is.up && !is.closed) {
        crashCount += 1;
        onCrash();
      }
      is.up = false;
      await pause(restartDelayMs);
      if (is.wanted && !is.closed) await start();
    }
  }

  /** Starts the process. After a failure, for example without a service that it needs, it tries again after a delay. */
  async function start(): Promise<void> {
    is.wanted = true;
    is.up = await service.start().then(
      () => true,
      () => false,
    );
  }

  void superviseUntilClosed();
  return {
    service,
    /** Sends SIGKILL. The supervisor then starts the process again, as after a crash. */
    kill: () => {
      is.up = false;
      return service.kill();
    },
    /** Sends SIGKILL. The supervisor does not start the process again before a call of `start`, as if its machine died. */
    die: () => {
      is.wanted = false;
      is.up = false;
      return service.kill();
    },
    /** Stops the process. The supervisor does not start it again before a call of `start`. */
    stop: () => {
      is.wanted = false;
      is.up = false;
      return service.stop();
    },
    start,
    /** Resolves when the process runs and is healthy. */
    untilUp: async () => {
      while (!is.up) await pause(pollIntervalMs);
    },
    /** Returns how often the process ended without a call of `kill` or `stop`. */
    crashCount: () => crashCount,
    close: () => {
      is.closed = true;
      return service.stop();
    },
  };
}
