/** A connection to NATS that is opened again whenever it is lost. The server starts without waiting for it. */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { toLogEvent } from '../shared/recent-events.ts';
import type { BusLog } from './bus.ts';

export interface NatsConnectionOptions {
  /** `nats://` or `tls://` addresses of one cluster. The first may contain a user and a password, or a token. */
  readonly urls: readonly string[];
  readonly log: BusLog;
  readonly onConnect: (connection: NatsConnection) => void;
}

const retryIntervalMs = 1_000;
const connectTimeoutMs = 3_000;
/** The connection is closed when two pings in a row get no response. The interval is in milliseconds. */
const pingOptions = { pingInterval: 3_000, maxPingOut: 2 } as const;

export function keepNatsConnected({ urls, log, onConnect }: NatsConnectionOptions) {
  const closing = new AbortController();
  const { signal } = closing;
  let connection: NatsConnection | undefined;
  let isWarned = false;

  /** Connects and waits until the connection has ended. Resolves with the reason. */
  async function connectOnce(): Promise<unknown> {
    const opened = await openConnection(urls);
    if (signal.aborted) return opened.close();
    connection = opened;
    if (isWarned) log.warn(toLogEvent('bus-back'), 'NATS is available again');
    isWarned = false;
    void logErrors(opened, log);
    onConnect(opened);
    return opened.closed();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const reason = await connectOnce().catch((error: unknown) => error);
      connection = undefined;
      if (signal.aborted) return;
      // The loss of a connection is logged once per outage, not once per attempt.
      const details = { ...toLogEvent('bus-away'), reason: messageOf(reason) };
      if (!isWarned) log.warn(details, 'NATS is unavailable: live updates are delayed');
      isWarned = true;
      await pause(retryIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    /** The open connection. Undefined while there is none. */
    current: () => connection,
    close: async () => {
      closing.abort();
      await connection?.close();
      await running;
    },
  };
}

/** Logs errors that NATS reports on an open connection, such as a subject that the account may not use. */
async function logErrors(connection: NatsConnection, log: BusLog): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'error') log.warn({ reason: messageOf(status.error) }, 'NATS reports an error');
  }
}

function openConnection(urls: readonly string[]): Promise<NatsConnection> {
  const [first] = urls;
  if (first === undefined) throw new Error('no address of NATS');
  return connect({
    servers: urls.map(hostOf),
    ...credentialsOf(new URL(first)),
    ...(new URL(first).protocol === 'tls:' && { tls: {} }),
    name: 'room-status',
    // NATS need not send us our own messages: the bus delivers them to the subscribers of this process directly.
    noEcho: true,
    timeout: connectTimeoutMs,
    // `run` reconnects instead, so that a failed first attempt and a lost connection are handled in the same way.
    reconnect: false,
    ...pingOptions,
  });
}

/** Reads the user and password, or the token, from an address, because the NATS client does not. */
function credentialsOf({ username, password }: URL): { user: string; pass: string } | { token: string } | object {
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}

function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? '4222' : port}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'the connection was closed';
}
