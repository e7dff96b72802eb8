/**
 * Supervises the live connections: sends their heartbeats, and ends those whose viewer may no longer see the ward. One
 * timer serves all connections, because thousands of timers and queries of their own would keep an idle server busy.
 */
import type { User } from '../../../domain/user.ts';
import type { RecheckCallers } from '../../http/api-server.ts';
import { encodeFrame, type LiveConnection } from './live-connection.ts';

/** The heartbeat is a comment of the event stream, which the browser ignores. */
const heartbeat = encodeFrame(': alive\n\n');

const tickMs = 200;

/** The maximum number of connections per tick. More would keep the event loop busy for longer than 10 ms. */
const maxPerTick = 1_000;

/**
 * When a session ends or rights change, in this or another process, the connections that this concerns are closed
 * within three seconds: this interval, one tick and the queries.
 */
const defaultRecheckMs = 2_500;

export interface ViewerSupervisorOptions {
  /** The present time in epoch milliseconds. */
  readonly now: () => number;
  /** The interval of the heartbeats of a live connection. */
  readonly heartbeatMs: number;
  /** The interval at which the session and the rights of a viewer are checked again. */
  readonly recheckMs?: number | undefined;
  /** Whether boards may show wrong information, so that live connections are ended. */
  readonly hasOutage: () => boolean;
  /** Whether the last reconciliation failed, so that boards may miss updates and get no heartbeats. */
  readonly isUncertain: () => boolean;
  readonly recheck: RecheckCallers;
  /** Whether the user may see all these wards now. */
  readonly areVisible: (user: User, wardUuids: readonly string[]) => boolean;
  /** Called when the check of the callers failed for another reason than an unavailable database. */
  readonly onError: (error: unknown) => void;
}

export function startViewerSupervisor(options: ViewerSupervisorOptions) {
  const { now, heartbeatMs, recheckMs = defaultRecheckMs, hasOutage, isUncertain, recheck, areVisible } = options;
  // Each map has the time of the next action, by a clock that never jumps. The intervals are constant and a Map keeps
  // the order of insertion, so the first entry is the next one that is due.
  const heartbeats = new Map<LiveConnection, number>();
  const rechecks = new Map<LiveConnection, number>();
  let isRechecking = false;

  function endExpired(): void {
    const [time, isOver] = [now(), hasOutage()];
    for (const connection of heartbeats.keys()) {
      // A broken connection turns its board grey at once. After an orderly end the board would first wait for a restart.
      if (isOver) connection.breakOff();
      else if (time >= connection.caller.expiresAt) connection.end();
    }
  }

  function sendHeartbeats(time: number): void {
    // A board takes a heartbeat as proof that it is right. Without heartbeats it shows how old its information is.
    if (isUncertain()) return;
    for (const connection of takeDue(heartbeats, time, heartbeatMs)) connection.send(heartbeat);
  }

  async function recheckDue(time: number): Promise<void> {
    if (isRechecking) return;
    const due = takeDue(rechecks, time, recheckMs);
    if (due.length === 0) return;
    isRechecking = true;
    try {
      const users = await recheck(due.map(({ caller }) => caller));
      for (const [index, connection] of due.entries()) {
        const user = users[index];
        if (user === undefined || !areVisible(user, connection.wardUuids)) connection.end();
      }
    } catch (error) {
      // The check is repeated, so a failure of one check ends no connection. An outage ends it.
      options.onError(error);
    } finally {
      isRechecking = false;
    }
  }

  function tick(): void {
    if (heartbeats.size === 0) return;
    const time = performance.now();
    endExpired();
    sendHeartbeats(time);
    void recheckDue(time);
  }

  const timer = setInterval(tick, Math.min(tickMs, heartbeatMs, recheckMs)).unref();
  return {
    connections: (): IterableIterator<LiveConnection> => heartbeats.keys(),
    connectionCount: () => heartbeats.size,
    add: (connection: LiveConnection): void => {
      const time = performance.now();
      heartbeats.set(connection, time + heartbeatMs);
      rechecks.set(connection, time + recheckMs);
    },
    remove: (connection: LiveConnection): void => {
      heartbeats.delete(connection);
      rechecks.delete(connection);
    },
    stop: (): void => clearInterval(timer),
  };
}

/** Returns the connections that are due, and schedules each of them again. */
function takeDue(schedule: Map<LiveConnection, number>, time: number, intervalMs: number): LiveConnection[] {
  const due: LiveConnection[] = [];
  for (const [connection, dueAt] of schedule) {
    if (dueAt > time) break;
    due.push(connection);
    if (due.length === maxPerTick) break;
  }
  for (const connection of due) {
    schedule.delete(connection);
    schedule.set(connection, time + intervalMs);
  }
  return due;
}
