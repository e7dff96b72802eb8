/**
 * An embedded MQTT broker, for a home that has none. It receives reports and nothing else: it keeps no sessions and no
 * retained messages, so its memory does not grow. It speaks MQTT 3.1 and 3.1.1 (decision 027).
 */
import type { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { type BrokerAuthOptions, createBrokerAuth } from './broker-auth.ts';
import { type ClientRegistry, createClientRegistry } from './client-registry.ts';
import { limitPacketSize } from './packet-size-limit.ts';

export interface EmbeddedBrokerOptions extends BrokerAuthOptions {
  readonly host: string;
  readonly port: number;
  /** Those of the keys that are not valid any more. */
  readonly findRevokedKeys: (keyIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface EmbeddedBroker {
  readonly port: number;
  /** Accepts no more messages, and resolves when the accepted ones are stored or given up. */
  close(): Promise<void>;
}

const maxPacketBytes = { beforeAuthentication: 32 * 1024, afterAuthentication: 320 * 1024 };
const maxConnections = 2_000;
/** When there are more, the oldest is disconnected, so that idle connections without a key lock no device out. */
const maxUnauthenticated = 1_000;
/** A client that has not authenticated by then is disconnected. */
const authenticationTimeoutMs = 10_000;
/** A subscriber that reads nothing for so long is disconnected, since publishers wait for it. */
const drainTimeoutMs = 5_000;
/** QoS 2 messages of one client that wait for PUBREL. Each is held in memory. */
const maxInflightQos2 = 100;
const revocationCheckIntervalMs = 2_000;

/** Throws the error of `listen`. */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<EmbeddedBroker> {
  const { logRefusal } = options;
  const clients = createClientRegistry();
  const aedes = await createAedes(options, clients);
  const closeAedes = () => new Promise<void>((resolve) => aedes.close(() => resolve()));
  const unauthenticated = new Set<Client>();
  const hasSession = (client: Client) => clients.sessionOf(client) !== undefined;

  const server = createServer((socket) => {
    socket.setKeepAlive(true, 60_000).setNoDelay(true);
    const topic = addressOf(socket);
    const limited = limitPacketSize(socket, {
      maxBytes: () => (hasSession(client) ? maxPacketBytes.afterAuthentication : maxPacketBytes.beforeAuthentication),
      onTooLarge: () => logRefusal('too-large', { topic }),
    });
    const client = aedes.handle(limited);
    clients.add(client, topic);
    for (const other of unauthenticated) if (other.closed || hasSession(other)) unauthenticated.delete(other);
    const [oldest] = unauthenticated;
    if (oldest !== undefined && unauthenticated.size >= maxUnauthenticated) {
      logRefusal('too-many-connections', { topic });
      unauthenticated.delete(oldest);
      oldest.close();
    }
    unauthenticated.add(client);
  });
  server.maxConnections = maxConnections;
  server.on('drop', (dropped) => logRefusal('too-many-connections', { topic: addressOf(dropped) }));
  try {
    await listen(server, options);
  } catch (error) {
    await closeAedes();
    throw error;
  }

  const revocationCheck = setInterval(() => void disconnectRevoked(clients, options), revocationCheckIntervalMs);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: async () => {
      clearInterval(revocationCheck);
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      await clients.close();
      await closeAedes();
      await closed;
    },
  };
}

async function createAedes(options: EmbeddedBrokerOptions, clients: ClientRegistry): Promise<Aedes> {
  const { logRefusal } = options;
  const aedes = await Aedes.createBroker({
    // aedes applies this limit to MQTT 3.1 only. The default is too short for the device key id before the client id.
    maxClientsIdLength: 128,
    keepaliveLimit: 0,
    connectTimeout: authenticationTimeoutMs,
    drainTimeout: drainTimeoutMs,
    maxInflightInbound: maxInflightQos2,
    ...createBrokerAuth(options, clients),
  });

  function logFailure(client: Client, error: Error): void {
    // An error with a code is a refused CONNECT, which is logged already.
    if (clients.isClosing() || 'errorCode' in error || !clients.has(client)) return;
    const device = clients.sessionOf(client)?.caller.keyName;
    logRefusal(
      'connection-failed',
      { topic: clients.addressOf(client), ...(device !== undefined && { device }) },
      error,
    );
  }

  // The type of aedes lacks this event. Without a listener it would end the process.
  const emitter: EventEmitter = aedes;
  emitter.on('error', (error: Error) => logRefusal('broker-failed', { topic: 'embedded broker' }, error));
  aedes.on('clientDisconnect', clients.remove);
  aedes.on('clientError', logFailure);
  aedes.on('connectionError', logFailure);
  return aedes;
}

async function disconnectRevoked(
  clients: ClientRegistry,
  { findRevokedKeys, logRefusal }: EmbeddedBrokerOptions,
): Promise<void> {
  const sessions = clients.sessions();
  try {
    const revoked = await findRevokedKeys(sessions.map(({ session }) => session.caller.keyId));
    for (const { client, session } of sessions) {
      if (!revoked.has(session.caller.keyId)) continue;
      logRefusal('revoked-key', { topic: clients.addressOf(client), device: session.caller.keyName });
      clients.disconnect(client);
    }
  } catch (error) {
    logRefusal('keys-unchecked', { topic: 'device keys' }, error);
  }
}

function addressOf(socket: { readonly remoteAddress?: string | undefined } | undefined): string {
  return `tcp://${socket?.remoteAddress ?? 'unknown'}`;
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
