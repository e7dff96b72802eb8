/** Authentication and authorization at the embedded broker. A device key is the password of its client. */
import { callbackify } from 'node:util';
import type { AedesOptions, Client, PublishPacket } from 'aedes';
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { DeviceAuthenticator } from '../../../devices/keys/device-authenticator.ts';
import type { TokenBuckets } from '../../limits/token-bucket.ts';
import type { Message } from '../../../messages/message.ts';
import type { MessageQueue } from '../message-queue.ts';
import type { LogRefusal } from '../refusal-log.ts';
import type { ClientRegistry } from './client-registry.ts';
import { createDeviceSession } from './device-session.ts';

export interface BrokerAuthOptions {
  readonly devices: Pick<DeviceAuthenticator, 'authenticateKey' | 'recordUse'>;
  readonly clients: ClientRegistry;
  readonly openQueue: (options: { readonly onUnavailable: 'retry' | 'reject' }) => MessageQueue;
  /** The queue that stores the last wills. */
  readonly wills: MessageQueue;
  readonly limits: TokenBuckets;
  readonly logRefusal: LogRefusal;
}

/** CONNACK return codes (MQTT 3.1.1, table 3.1). A client that gets `serverUnavailable` may be accepted later. */
const returnCodes = { accepted: 0, serverUnavailable: 3, badUserNameOrPassword: 4 } as const;

/** The maximum for one device key, so that it does not use up the connections of all other keys. */
const maxConnectionsPerKey = 500;

export function createBrokerAuth(options: BrokerAuthOptions) {
  const authenticate = callbackify((client: Client, key: string) => startSession(client, key, options));
  return {
    authenticate: (client, _username, password, done) =>
      authenticate(client, password?.toString() ?? '', (_error, returnCode) => {
        if (returnCode === returnCodes.accepted) done(null, true);
        else done(Object.assign(new Error('the connection is refused'), { returnCode }), false);
      }),
    authorizePublish: callbackify((client: Client | null, packet: PublishPacket) =>
      ingestPublish(client, packet, options),
    ),
    // No client may subscribe, so a published message reaches no other client.
    authorizeSubscribe: (client, _subscription, done) => {
      const device = options.clients.sessionOf(client)?.caller.keyName ?? '';
      options.logRefusal('refused-subscription', { topic: options.clients.addressOf(client), device });
      done(null, null);
    },
  } satisfies AedesOptions;
}

/** Starts the session of a client with a valid key. Resolves with the return code for the client. */
async function startSession(client: Client, key: string, options: BrokerAuthOptions): Promise<number> {
  const { devices, clients, openQueue, logRefusal } = options;
  const topic = clients.addressOf(client);
  const source = { clientAddress: topic.replace(/^tcp:\/\/(::ffff:)?/, '') };
  const caller = await devices.authenticateKey(key, source).catch(() => 'unavailable' as const);
  if (caller === 'unavailable' || clients.isClosing()) return returnCodes.serverUnavailable;
  if (caller === undefined) {
    logRefusal('unauthenticated', { topic });
    return returnCodes.badUserNameOrPassword;
  }
  if (caller.movedTo !== undefined) {
    logRefusal('moved', { topic, device: caller.keyName });
    return returnCodes.serverUnavailable;
  }
  if (clients.countOfKey(caller.keyId) >= maxConnectionsPerKey) {
    logRefusal('too-many-connections', { topic, device: caller.keyName });
    return returnCodes.serverUnavailable;
  }
  clients.startSession(
    client,
    createDeviceSession({ ...options, caller, source, queue: openQueue({ onUnavailable: 'reject' }) }),
  );
  // The broker keeps no session and no messages for a client that has disconnected.
  client.clean = true;
  // A client id is unique per key. Otherwise a device with another key could disconnect this one by using its id.
  client.id = `${caller.keyId}/${client.id}`;
  // The device is back. Its last will, if it still waits for the database, would make it unreachable.
  options.wills.discard(client.id);
  return returnCodes.accepted;
}

/** Stores a published message before aedes acknowledges it. Rejects when the device must publish it again. */
async function ingestPublish(client: Client | null, packet: PublishPacket, options: BrokerAuthOptions): Promise<void> {
  const { devices, clients, logRefusal } = options;
  // The broker retains no message. The board shows the current state.
  packet.retain = false;
  // NOTE: when the system clock jumps, aedes publishes last wills of clients that are still connected. Such a will is dropped.
  if (client === null || ('brokerId' in packet && !client.closed)) return;
  const session = clients.sessionOf(client);
  if (session === undefined || clients.isClosing()) throw new Error('the broker accepts no messages now');
  if (client.closed) {
    const isDisconnectedByServer = clients.isDisconnectedByServer(client);
    // The messages of the device are stored first, because its last will is newer.
    await session.close();
    if (!isDisconnectedByServer && !clients.hasReconnected(client))
      await storeWill(client, messageOf(packet), session.caller, options);
    return;
  }
  devices.recordUse(session.caller.keyId, session.source);
  const { topic } = packet;
  try {
    await session.ingest(messageOf(packet));
  } catch (error) {
    // A device that gets no acknowledgement reconnects and publishes the message again.
    if (client.closed) logRefusal('gone', { topic, device: session.caller.keyName });
    else clients.disconnect(client);
    throw error;
  }
}

async function storeWill(
  { id }: Client,
  message: Message,
  caller: DeviceCaller,
  { wills, limits, logRefusal }: BrokerAuthOptions,
) {
  // Without this limit a device that reconnects all the time could report more by its last wills than by messages.
  if (limits.waitMs(caller) > 0) return logRefusal('too-many-wills', { ...message, device: caller.keyName });
  limits.consume(caller, 1);
  await wills.add(message, caller, id);
}

function messageOf({ topic, payload }: PublishPacket): Message {
  return { topic, payload: typeof payload === 'string' ? Buffer.from(payload) : payload, retainedAt: null };
}
