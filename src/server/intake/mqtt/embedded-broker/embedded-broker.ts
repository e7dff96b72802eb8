/**
 * An embedded MQTT broker, for a home that has no broker. It receives reports and nothing else: it keeps no sessions
 * and no retained messages, so its memory does not grow. It speaks MQTT 3.1 and 3.1.1 (decision 027).
 */
import { type EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Aedes, type Client } from 'aedes';
import type { Database } from '../../../database/database.ts';
import type { DeviceAuthenticator } from '../../../devices/keys/device-authenticator.ts';
import { createTokenBuckets } from '../../limits/token-bucket.ts';
import { type BrokerAuthOptions, createBrokerAuth } from './broker-auth.ts';
import { createClientRegistry } from './client-registry.ts';
import { limitPacketSize } from './packet-size-limit.ts';

export interface EmbeddedBrokerOptions extends Omit<BrokerAuthOptions, 'clients' | 'wills' | 'limits' | 'devices'> {
  readonly database: Database;
  readonly devices: BrokerAuthOptions['devices'] & Pick<DeviceAuthenticator, 'onForgotten'>;
  readonly host: string;
  readonly port: number;
}

const maxPacketBytes = { beforeAuthentication: 32 * 1024, afterAuthentication: 320 * 1024 };
const maxConnections = 2_000;
/** The maximum number of clients without a valid key. One more disconnects the oldest of them, so that devices can connect. */
const maxUnauthenticated = 1_000;
/** A client that does not authenticate within this time is disconnected. */
const authenticationTimeoutMs = 10_000;
/** The maximum number of QoS 2 messages of one client that wait for PUBREL. Each message is held in memory. */
const maxInflightQos2 = 100;
/** How often the broker looks for keys that another process has revoked. */
const revocationCheckIntervalMs = 2_000;
/** The return code of aedes for a protocol version that it does not speak. */
const unsupportedVersion = 1;

/** Starts the broker. Throws when it cannot listen at the port. */
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
  const revocationCheck = setInterval(() => void disconnectRevoked(auth, options.database), revocationCheckIntervalMs);
  const stopListening = options.devices.onForgotten(() => void disconnectRevoked(auth, options.database));
  return {
    /** Accepts no more messages, and resolves when the accepted messages are stored or rejected. */
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

  // The type of aedes lacks this event. Without a listener the event would end the process.
  const emitter: EventEmitter = aedes;
  emitter.on('error', (error: Error) => logRefusal('broker-failed', { topic: 'embedded broker' }, error));
  aedes.on('clientError', logFailure);
  aedes.on('connectionError', logFailure);
  return aedes;
}

async function disconnectRevoked({ clients, logRefusal }: BrokerAuthOptions, database: Database): Promise<void> {
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

/** Returns the ids of the keys that were revoked or do not exist. */
async function findRevokedKeys(database: Database, keyIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (keyIds.length === 0) return new Set();
  const rows = await database.query
    .selectFrom('device_key')
    .select('id')
    .where('id', 'in', [...new Set(keyIds)])
    .where('revoked_at', 'is', null)
    .execute();
  const valid = new Set(rows.map(({ id }) => id));
  return new Set(keyIds.filter((id) => !valid.has(id)));
}
