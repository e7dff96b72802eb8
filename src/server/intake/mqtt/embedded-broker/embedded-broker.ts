/**
 * An embedded broker, for where there is none yet. It takes reports and is for nothing else: it keeps no sessions
 * and no retained messages, so that nothing grows with time. MQTT 3.1, 3.1.1 and 5 (decision 027).
 */
import type { EventEmitter } from 'node:events';
import { createServer } from 'node:net';
import { Aedes, type Client } from 'aedes';
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { LogRefusal } from '../refusal-log.ts';
import { createDoor } from './broker-auth.ts';
import type { DeviceSession } from './device-session.ts';
import { limitFrames } from './packet-size-limit.ts';
import type { Message } from '../message.ts';
import type { MqttIntake } from '../external-broker/broker-reader.ts';
import { speakVersion5 } from './version-5.ts';

export interface MqttBrokerOptions {
  readonly host: string;
  readonly port: number;
  /** Undefined: nobody knows this key. Throws while it cannot be told. */
  readonly callerOfKey: (key: string) => Promise<DeviceCaller | undefined>;
  readonly openSession: (caller: DeviceCaller) => DeviceSession;
  readonly maySubscribe: (caller: DeviceCaller, filter: string) => Promise<boolean>;
  /** Which of these keys do not hold any longer. */
  readonly revokedKeys: (keyIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** A last will, stored as soon as that can be done. */
  readonly storeWill: (message: Message, caller: DeviceCaller) => Promise<unknown>;
  readonly logRefusal: LogRefusal;
  readonly checkKeysEveryMs?: number;
  readonly mostConnections?: number;
}

export interface MqttBroker extends Pick<MqttIntake, 'close'> {
  readonly port: number;
}

/** Before a client has shown its key, and after. Bytes. */
const longestPacket = { ofStranger: 32 * 1024, ofDevice: 320 * 1024 };

/** Who shows no key for so long is cut off. */
const keyWithinMs = 10_000;

/**
 * So many may be about to show one. Whoever comes then takes the place of the one that has waited longest: strangers
 * who hold connections open shall not keep devices out.
 */
const mostStrangers = 1_000;

/** Who asked to listen and takes nothing for so long is cut off: those who speak would have to wait for it. */
const listensWithinMs = 5_000;

/** Messages of QoS 2 of one connection that are not yet released; each is kept until it is. */
const mostUnreleased = 100;

/** Throws what listening throws. */
export async function startMqttBroker(options: MqttBrokerOptions): Promise<MqttBroker> {
  const { logRefusal, checkKeysEveryMs = 2_000, mostConnections = 2_000 } = options;
  const door = createDoor(options);
  const aedes = await Aedes.createBroker({
    // Only MQTT 3.1 has a limit of 23 characters; the key's id is put before them.
    maxClientsIdLength: 128,
    keepaliveLimit: 0,
    connectTimeout: keyWithinMs,
    drainTimeout: listensWithinMs,
    maxInflightInbound: mostUnreleased,
    preConnect: door.preConnect,
    authenticate: door.authenticate,
    authorizePublish: door.authorizePublish,
    authorizeSubscribe: door.authorizeSubscribe,
  });
  // Without a listener it would end the process; the library's types do not know it.
  const emitter: EventEmitter = aedes;
  emitter.on('error', (error: Error) => logRefusal('broker-failed', { topic: 'the broker of our own' }, error));
  aedes.on('clientDisconnect', door.left);
  aedes.on('clientError', (client, error) => door.failed(client, error));
  aedes.on('connectionError', (client, error) => door.failed(client, error));

  const server = createServer((socket) => {
    socket.setKeepAlive(true, 60_000).setNoDelay(true);
    const address = `tcp://${socket.remoteAddress ?? 'gone'}`;
    const limited = limitFrames(socket, {
      longest: () => (isKnown(client) ? longestPacket.ofDevice : longestPacket.ofStranger),
      onTooLong: () => logRefusal('too-large', { topic: address }),
    });
    const client = aedes.handle(speakVersion5(limited, { longestPacket: longestPacket.ofDevice }));
    door.came(client, address);
    makeRoom(address);
    strangers.add(client);
  });
  const isKnown = (client: Client) => door.sessionOf(client) !== undefined;
  const strangers = new Set<Client>();

  function makeRoom(address: string): void {
    for (const client of strangers) if (client.closed || isKnown(client)) strangers.delete(client);
    const [oldest] = strangers;
    if (oldest === undefined || strangers.size < mostStrangers) return;
    logRefusal('too-many-connections', { topic: address });
    strangers.delete(oldest);
    oldest.close();
  }

  server.maxConnections = mostConnections;
  server.on('drop', (dropped) =>
    logRefusal('too-many-connections', { topic: `tcp://${dropped?.remoteAddress ?? 'gone'}` }),
  );
  const closeBroker = () =>
    new Promise<void>((resolve) => {
      aedes.close(() => resolve());
    });
  try {
    await listen(server, options);
  } catch (error) {
    await closeBroker();
    throw error;
  }

  const checking = setInterval(() => void door.cutRevoked(options.revokedKeys), checkKeysEveryMs);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: async () => {
      clearInterval(checking);
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await door.close();
      await closeBroker();
      await closed;
    },
  };
}

function listen(
  server: ReturnType<typeof createServer>,
  { host, port }: { host: string; port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
