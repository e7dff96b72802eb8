/** Authentication and authorization at the embedded broker. A device key is the password of its client. */
import { callbackify } from 'node:util';
import type { AedesOptions, Client, ConnectPacket, PublishPacket, Subscription } from 'aedes';
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { Message } from '../message.ts';
import type { LogRefusal } from '../refusal-log.ts';
import type { ClientRegistry } from './client-registry.ts';
import type { DeviceSession } from './device-session.ts';

type BrokerAuth = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>
>;

export interface BrokerAuthOptions {
  /** Undefined: the key is not valid. Throws while the database is unavailable. */
  readonly callerOfKey: (key: string) => Promise<DeviceCaller | undefined>;
  readonly createSession: (caller: DeviceCaller) => DeviceSession;
  readonly canSubscribe: (caller: DeviceCaller, filter: string) => Promise<boolean>;
  /** Stores a last will as soon as that is possible. */
  readonly storeWill: (message: Message, caller: DeviceCaller) => Promise<unknown>;
  readonly logRefusal: LogRefusal;
}

/** CONNACK return codes (MQTT 3.1.1, table 3.1). */
const returnCodes = { serverUnavailable: 3, badUserNameOrPassword: 4 } as const;

/** One device key must not use up the connections of all others. */
const maxConnectionsPerKey = 500;

/** Nobody may subscribe to this topic. A dropped message is moved here: it is acknowledged, and reaches no client. */
const droppedTopic = '$dropped';

export function createBrokerAuth(options: BrokerAuthOptions, clients: ClientRegistry): BrokerAuth {
  /** Clients that may be accepted later. */
  const rejectedForNow = new WeakSet<Client>();
  return {
    preConnect: callbackify(async (client: Client, packet: ConnectPacket) => {
      if (!(await startSession(client, packet, options, clients))) rejectedForNow.add(client);
      return true;
    }),
    authenticate: (client, _username, _password, done) => {
      if (clients.sessionOf(client) !== undefined && !clients.isClosing()) return done(null, true);
      const isTemporary = rejectedForNow.has(client) || clients.isClosing();
      const returnCode: number = isTemporary ? returnCodes.serverUnavailable : returnCodes.badUserNameOrPassword;
      done(Object.assign(new Error('the connection is refused'), { returnCode }), false);
    },
    authorizePublish: callbackify((client: Client | null, packet: PublishPacket) =>
      ingestPublish(client, packet, options, clients),
    ),
    authorizeSubscribe: callbackify((client: Client, subscription: Subscription) =>
      authorizeSubscribe(client, subscription, options, clients),
    ),
  };
}

/** Starts the session of a client with a valid key. False: the client is rejected, and may be accepted later. */
async function startSession(
  client: Client,
  packet: ConnectPacket,
  { callerOfKey, createSession, logRefusal }: BrokerAuthOptions,
  clients: ClientRegistry,
): Promise<boolean> {
  const topic = clients.addressOf(client);
  // aedes refuses MQTT 5 by itself, with the return code for an unacceptable protocol version.
  if (packet.protocolVersion === 5) {
    logRefusal('unsupported-version', { topic });
    return true;
  }
  // The broker keeps nothing for clients that are away.
  packet.clean = true;
  const found = await callerOfKey(packet.password?.toString() ?? '').then(
    (caller) => ({ caller }),
    () => undefined,
  );
  if (found === undefined) return false;
  const { caller } = found;
  if (caller === undefined) {
    logRefusal('unauthenticated', { topic });
    return true;
  }
  if (clients.countOfKey(caller.keyId) >= maxConnectionsPerKey) {
    logRefusal('too-many-connections', { topic, device: caller.keyName });
    return false;
  }
  clients.startSession(client, createSession(caller));
  // A client id is unique per key. Otherwise a device with another key could disconnect this one by using its id.
  packet.clientId = `${caller.keyId}/${packet.clientId === '' ? crypto.randomUUID() : packet.clientId}`;
  return true;
}

/** Stores a published message before aedes acknowledges it. Rejects when the device must publish it again. */
async function ingestPublish(
  client: Client | null,
  packet: PublishPacket,
  { storeWill }: BrokerAuthOptions,
  clients: ClientRegistry,
): Promise<void> {
  // NOTE: after a step of the clock aedes takes itself for another broker, and publishes the wills of connected clients.
  if (client === null || ('brokerId' in packet && !client.closed)) return drop(packet);
  const session = clients.sessionOf(client);
  if (session === undefined || clients.isClosing()) throw new Error('the broker accepts no messages now');
  if (client.closed) {
    const isDisconnectedByServer = clients.isDisconnectedByServer(client);
    // The messages of the device come first: its last will is the newest.
    await session.close();
    if (!isDisconnectedByServer && !clients.isBack(client)) await storeWill(messageOf(packet), session.caller);
    return drop(packet);
  }
  try {
    // The board is the place for the current state, so the broker retains nothing.
    packet.retain = false;
    if ((await session.ingest(messageOf(packet))) === 'dropped') drop(packet);
  } catch (error) {
    // Without an acknowledgement the device reconnects and publishes again.
    clients.disconnect(client);
    throw error;
  }
}

function drop(packet: PublishPacket): void {
  packet.retain = false;
  packet.topic = droppedTopic;
  packet.payload = '';
}

async function authorizeSubscribe(
  client: Client,
  subscription: Subscription,
  { canSubscribe, logRefusal }: BrokerAuthOptions,
  clients: ClientRegistry,
): Promise<Subscription | null> {
  const session = clients.sessionOf(client);
  if (session === undefined) return null;
  const { keyName: device } = session.caller;
  if (!session.countFilter(subscription.topic)) {
    logRefusal('too-many-subscriptions', { topic: clients.addressOf(client), device });
    return null;
  }
  if (await canSubscribe(session.caller, subscription.topic)) return subscription;
  logRefusal('foreign-subscription', { topic: subscription.topic, device });
  return null;
}

function messageOf({ topic, payload }: PublishPacket): Message {
  return { topic, payload: typeof payload === 'string' ? Buffer.from(payload) : payload, retainedAt: null };
}
