/** Sends heartbeats on a live connection and ends it when its viewer may no longer see the ward. */
import type { LiveConnection } from './live-connection.ts';

export interface Supervision {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** When the viewer's token expires. Epoch milliseconds. */
  readonly expiresAt: number;
  readonly heartbeatMs: number;
  /** Boards may show wrong information. */
  readonly hasOutage: () => boolean;
  /** Nobody knows whether boards are right. */
  readonly isUncertain: () => boolean;
  /** Checks the token and the rights of the viewer again. */
  readonly isStillVisible: () => Promise<boolean>;
}

/** While it is uncertain whether boards are right, the connection is checked this often. */
const uncertainIntervalMs = 1_000;

/** Returns the function that stops it. It stops by itself when it ends the connection. */
export function superviseConnection(connection: LiveConnection, supervision: Supervision): () => void {
  const { now, expiresAt, heartbeatMs, hasOutage, isUncertain, isStillVisible } = supervision;
  let isStopped = false;
  let timer: NodeJS.Timeout;

  function schedule(): void {
    const intervalMs = isUncertain() ? Math.min(heartbeatMs, uncertainIntervalMs) : heartbeatMs;
    timer = setTimeout(() => void check(), Math.max(0, Math.min(intervalMs, expiresAt - now())));
  }

  async function check(): Promise<void> {
    if (now() >= expiresAt || hasOutage()) return connection.end();
    // A board takes a heartbeat as proof that it is right. Without heartbeats it shows how old its information is.
    if (!isUncertain()) {
      // The heartbeat goes first, because the check of the rights may wait for a slow database.
      connection.heartbeat();
      if (!(await isStillVisible())) connection.end();
    }
    if (!isStopped) schedule();
  }

  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
