/**
 * An embedded MQTT broker, for a home that has none. It receives reports and nothing else: it keeps no sessions and no
 * retained messages, so its memory does not grow. It speaks MQTT 3.1 and 3.1.1 (decision 027).
 */
import { type EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';
import type { DeviceAuthenticator } from '../../device-keys/device-authenticator.ts';
import { createTokenBuckets } from '../../limits/token-bucket.ts';
import { type BrokerAuthOptions, createBrokerAuth } from './broker-auth.ts';
import { createClientRegistry } from './client-registry.ts';
import { findRevokedKeys } from './key-rights.ts';
import { limitPacketSize } from './packet-size-limit.ts';

export interface EmbeddedBrokerOptions extends Omit<BrokerAuthOptions, 'clients' | 'wills' | 'limits' | 'devices'> {
  readonly devices: BrokerAuthOptions['devices'] & Pick<DeviceAuthenticator, 'onForgotten'>;
  readonly host: string;
  readonly port: number;
}

const maxPacketBytes = { beforeAuthentication: 32 * 1024, afterAuthentication: 320 * 1024 };
const maxConnections = 2_000;
/** The maximum number of clients without a valid key. Beyond it the oldest is disconnected, so that devices can connect. */
const maxUnauthenticated = 1_000;
/** A client that does not authenticate within this time is disconnected. */
const authenticationTimeoutMs = 10_000;
/** A subscriber that reads nothing for this time is disconnected, because publishers wait for it. */
const drainTimeoutMs = 5_000;
/** The maximum number of QoS 2 messages of one client that wait for PUBREL. Each is held in memory. */
const maxInflightQos2 = 100;
/** For keys that another process has revoked. */
const revocationCheckIntervalMs = 2_000;
/** The return code of aedes for a protocol version that it does not speak. */
const unsupportedVersion = 1;

/** Throws the error of listening at the port. */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions) {
  const { host, port, logRefusal } = options;
  const clients = createClientRegistry();
  const wills = options.openQueue({ onUnavailable: 'retry' });
  const auth = { ...options, clients, wills, limits: createTokenBuckets() };
  const aedes = await createAedes(auth);
  const closeAedes = () => new Promise<void>((resolve) => aedes.close(() => resolve()));

  function accept(socket: Socket): void {
    const topic = addressOf(socket);
    const client = aedes.handle(socket);
    clients.add(client, topic);
    limitPacketSize(socket, {
      maxBytes: () =>
        clients.sessionOf(client) === undefined
          ? maxPacketBytes.beforeAuthentication
          : maxPacketBytes.afterAuthentication,
      onTooLarge: () => logRefusal('too-large', { topic }),
    });
    const unauthenticated = clients.unauthenticated();
    if (unauthenticated.length <= maxUnauthenticated) return;
    logRefusal('too-many-connections', { topic });
    unauthenticated[0]?.close();
  }

  const server = createServer({ keepAlive: true, keepAliveInitialDelay: 60_000, noDelay: true }, accept);
  server.maxConnections = maxConnections;
  server.on('drop', (dropped) => logRefusal('too-many-connections', { topic: addressOf(dropped) }));
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    await closeAedes();
    throw error;
  }
  const revocationCheck = setInterval(() => void disconnectRevoked(auth), revocationCheckIntervalMs);
  const stopListening = options.devices.onForgotten(() => void disconnectRevoked(auth));
  return {
    /** Accepts no more messages, and resolves when the accepted ones are stored or given up. */
    close: async (): Promise<void> => {
      clearInterval(revocationCheck);
      stopListening();
      const closed = once(server.close(), 'close');
      await Promise.all([clients.close(), wills.close()]);
      await closeAedes();
      await closed;
    },
  };
}

async function createAedes(options: BrokerAuthOptions): Promise<Aedes> {
  const { clients, logRefusal } = options;
  const aedes = await Aedes.createBroker({
    // aedes applies this limit to MQTT 3.1 only. Its default of 23 is too short for some devices.
    maxClientsIdLength: 128,
    connectTimeout: authenticationTimeoutMs,
    drainTimeout: drainTimeoutMs,
    maxInflightInbound: maxInflightQos2,
    ...createBrokerAuth(options),
  });

  function logFailure(client: Client, error: Error): void {
    const isVersion = 'errorCode' in error && error.errorCode === unsupportedVersion;
    // Other refusals are already logged, and so is the reason why the broker has disconnected a client.
    if (clients.isClosing() || (client.closed && !isVersion)) return;
    const device = clients.sessionOf(client)?.caller.keyName ?? '';
    const details = { topic: clients.addressOf(client), device };
    logRefusal(isVersion ? 'unsupported-version' : 'connection-failed', details, error);
  }

  // The type of aedes lacks this event. Without a listener it would end the process.
  const emitter: EventEmitter = aedes;
  emitter.on('error', (error: Error) => logRefusal('broker-failed', { topic: 'embedded broker' }, error));
  aedes.on('clientError', logFailure);
  aedes.on('connectionError', logFailure);
  return aedes;
}

async function disconnectRevoked({ database, clients, logRefusal }: BrokerAuthOptions): Promise<void> {
  const sessions = clients.openSessions();
  try {
    const revoked = await findRevokedKeys(
      database,
      sessions.map(({ session }) => session.caller.keyId),
    );
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
