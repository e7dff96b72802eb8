/** A connection to NATS that is sought for ever, and never in the way of a start. */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { BusLog } from './bus.ts';

export interface NatsLinkOptions {
  /** `nats://` or `tls://` addresses of one cluster; may hold user and password, or a token. */
  readonly urls: readonly string[];
  readonly log: BusLog;
  /** With each new connection, before anything else is sent on it. */
  readonly onConnected: (connection: NatsConnection) => void;
  /** The same connection is back, its subscriptions with it; what was sent meanwhile is lost. */
  readonly onBack: (connection: NatsConnection) => void;
}

export interface NatsLink {
  /** Undefined while there is none, or none that works. */
  current(): NatsConnection | undefined;
  close(): Promise<void>;
}

/** A server that does not answer this often in a row is given up for another try. */
const pings = { pingInterval: 3_000, maxPingOut: 2 } as const;
const tryAgainAfterMs = 1_000;

export function linkToNats({ urls, log, onConnected, onBack }: NatsLinkOptions): NatsLink {
  const ending = new AbortController();
  let connection: NatsConnection | undefined;
  let isUp = false;
  let isWarned = false;

  function isDown(reason: unknown): void {
    isUp = false;
    // Once for each time that it is away, not for each attempt.
    if (isWarned || ending.signal.aborted) return;
    isWarned = true;
    log.warn({ reason: reasonOf(reason) }, 'NATS is away: live updates of other processes come from the database');
  }

  function isThere(): void {
    isUp = true;
    if (isWarned) log.warn({}, 'NATS is there again');
    isWarned = false;
  }

  async function stayConnected(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        connection = await connectOnce(urls);
        isThere();
        onConnected(connection);
        void follow(connection);
        isDown(await connection.closed());
      } catch (error) {
        isDown(error);
      }
      await pause(tryAgainAfterMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  }

  async function follow(followed: NatsConnection): Promise<void> {
    if (ending.signal.aborted) await followed.close();
    for await (const status of followed.status()) {
      if (status.type === 'disconnect') isDown(new Error('the connection was lost'));
      if (status.type === 'reconnect') {
        isThere();
        onBack(followed);
      }
      if (status.type === 'error') log.warn({ reason: reasonOf(status.error) }, 'NATS refused something');
    }
  }

  const working = stayConnected();
  return {
    current: () => (isUp ? connection : undefined),
    close: async () => {
      ending.abort();
      isUp = false;
      await connection?.close();
      await working;
    },
  };
}

function connectOnce(urls: readonly string[]): Promise<NatsConnection> {
  const [first] = urls;
  if (first === undefined) throw new Error('no address of NATS');
  return connect({
    servers: urls.map(hostOf),
    ...accountOf(new URL(first)),
    ...(new URL(first).protocol === 'tls:' && { tls: {} }),
    name: 'room-status',
    // Our own listeners are told directly.
    noEcho: true,
    timeout: 3_000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: tryAgainAfterMs,
    ignoreAuthErrorAbort: true,
    ...pings,
  });
}

/** The client takes no account from an address. */
function accountOf({ username, password }: URL): { user: string; pass: string } | { token: string } | object {
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}

function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? '4222' : port}`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'the connection was closed';
}
