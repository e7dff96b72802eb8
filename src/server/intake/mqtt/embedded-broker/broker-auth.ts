/** Who may come to the embedded broker, what each may say and hear there, and when a message counts as taken. */
import type { AedesOptions, Client, PublishPacket } from 'aedes';
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { DeviceSession } from './device-session.ts';
import { messageOf } from '../message.ts';
import type { MqttBrokerOptions } from './embedded-broker.ts';
import { settle } from '../settle.ts';

type Handlers = Required<Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>>;

type DoorOptions = Pick<MqttBrokerOptions, 'callerOfKey' | 'openSession' | 'maySubscribe' | 'storeWill' | 'logRefusal'>;

interface Guest {
  readonly address: string;
  /** Undefined until it has shown its key. */
  readonly session: DeviceSession | undefined;
  /** We close its connection, so what it left for that case is not true. */
  readonly isCut: boolean;
}

/** Why a connection is refused (MQTT 3.1.1, table 3.1). */
const refused = { unavailable: 3, badKey: 4 } as const;

const willWithinMs = 5_000;

/** One key shall not take the place of all others. */
const mostOfOneKey = 500;

/** Nobody may read there: a message that is not taken goes to nobody, and is acknowledged all the same. */
const nowhere = '$not-taken';

export function createDoor(options: DoorOptions) {
  const { callerOfKey, openSession, maySubscribe, storeWill, logRefusal } = options;
  const guests = new Map<Client, Guest>();
  /** To be told that it cannot be said now whether they may come. */
  const unavailable = new WeakSet<Client>();
  let isClosing = false;

  const sessionOf = (client: Client) => guests.get(client)?.session;
  const topicOf = (client: Client) => guests.get(client)?.address ?? 'tcp://gone';

  function cut(client: Client): void {
    const guest = guests.get(client);
    if (guest !== undefined) guests.set(client, { ...guest, isCut: true });
    client.close();
  }

  const preConnect: Handlers['preConnect'] = (client, packet, done) => {
    // Nothing is kept for a client that is away: it says again how things stand.
    packet.clean = true;
    const key = packet.password?.toString() ?? '';
    void settle(
      callerOfKey(key),
      (caller) => {
        if (caller === undefined) logRefusal('unauthenticated', { topic: topicOf(client) });
        else if (isCrowd(caller)) turnAway(client, caller);
        else packet.clientId = enter(client, caller, packet.clientId);
        done(null, true);
      },
      () => {
        unavailable.add(client);
        done(null, true);
      },
    );
  };

  function isCrowd({ keyId }: DeviceCaller): boolean {
    return [...guests.values()].filter(({ session }) => session?.caller.keyId === keyId).length >= mostOfOneKey;
  }

  function turnAway(client: Client, { keyName }: DeviceCaller): void {
    logRefusal('too-many-connections', { topic: topicOf(client), device: keyName });
    unavailable.add(client);
  }

  /** Two keys never meet under one client id: one would throw the other out. */
  function enter(client: Client, caller: DeviceCaller, clientId: string): string {
    const guest = guests.get(client);
    if (guest !== undefined) guests.set(client, { ...guest, session: openSession(caller) });
    return `${caller.keyId}/${clientId === '' ? crypto.randomUUID() : clientId}`;
  }

  const authenticate: Handlers['authenticate'] = (client, _username, _password, done) => {
    if (sessionOf(client) !== undefined && !isClosing) return done(null, true);
    const returnCode: number = unavailable.has(client) || isClosing ? refused.unavailable : refused.badKey;
    done(Object.assign(new Error('the connection is refused'), { returnCode }), false);
  };

  const authorizePublish: Handlers['authorizePublish'] = (client, packet, done) => {
    // NOTE: after a step of the clock the broker takes itself for another, and publishes the wills of the living.
    if (client === null || ('brokerId' in packet && !client.closed)) return discard(packet, done);
    const session = sessionOf(client);
    if (session === undefined || isClosing) return done(new Error('not now'));
    const taken = client.closed ? takeWill(client, session, packet) : session.take(messageOf(packet));
    void settle(
      taken,
      (outcome) => {
        // Whoever comes later asks the board, not the broker.
        packet.retain = false;
        if (outcome === 'dropped') discard(packet, done);
        else done(null);
      },
      (error) => {
        // Not acknowledged, and cut: the device comes back and says it again.
        cut(client);
        done(error);
      },
    );
  };

  /** Of no use to anybody, and so nothing of it is kept. */
  function discard(packet: PublishPacket, done: (error: null) => void): void {
    packet.retain = false;
    packet.topic = nowhere;
    packet.payload = '';
    done(null);
  }

  /** After all that the device said itself, unless it is back already. */
  async function takeWill(client: Client, session: DeviceSession, packet: PublishPacket): Promise<'dropped'> {
    const isCut = guests.get(client)?.isCut === true;
    await session.close();
    const isBack = [...guests.keys()].some((other) => other !== client && !other.closed && other.id === client.id);
    if (!isCut && !isBack) await storeWill(messageOf(packet), session.caller);
    return 'dropped';
  }

  const authorizeSubscribe: Handlers['authorizeSubscribe'] = (client, subscription, done) => {
    const session = sessionOf(client);
    if (session === undefined) return done(null, null);
    const { keyName: device } = session.caller;
    if (!session.mayAsk(subscription.topic)) {
      logRefusal('too-many-subscriptions', { topic: topicOf(client), device });
      return done(null, null);
    }
    void settle(
      maySubscribe(session.caller, subscription.topic),
      (may) => {
        if (!may) logRefusal('foreign-subscription', { topic: subscription.topic, device });
        done(null, may ? subscription : null);
      },
      (error) => done(error),
    );
  };

  async function cutRevoked(revokedKeys: MqttBrokerOptions['revokedKeys']): Promise<void> {
    const callers = [...guests].flatMap(([client, { session }]) =>
      session === undefined ? [] : [{ client, session }],
    );
    try {
      const revoked = await revokedKeys(callers.map(({ session }) => session.caller.keyId));
      for (const { client, session } of callers) {
        if (!revoked.has(session.caller.keyId)) continue;
        logRefusal('revoked-key', { topic: topicOf(client), device: session.caller.keyName });
        cut(client);
      }
    } catch (error) {
      logRefusal('keys-unchecked', { topic: 'device keys' }, error);
    }
  }

  return {
    preConnect,
    authenticate,
    authorizePublish,
    authorizeSubscribe,
    cutRevoked,
    sessionOf,
    came: (client: Client, address: string) => {
      guests.set(client, { address, session: undefined, isCut: false });
      client.conn.once('close', () => {
        if (sessionOf(client) === undefined) guests.delete(client);
        // One that was cut off while it came in is never said to have left; its will is offered until then.
        else setTimeout(() => guests.delete(client), willWithinMs).unref();
      });
    },
    /** Its will has been offered before. */
    left: (client: Client) => {
      sessionOf(client)?.leave();
      guests.delete(client);
    },
    failed: (client: Client, error: Error) => {
      if (isClosing || wasRefused(error) || !guests.has(client)) return;
      const device = sessionOf(client)?.caller.keyName;
      logRefusal('connection-failed', { topic: topicOf(client), ...(device !== undefined && { device }) }, error);
    },
    /** Takes nothing more; what was taken is finished. */
    close: async () => {
      isClosing = true;
      await Promise.all([...guests.values()].map(async ({ session }) => session?.close()));
    },
  };
}

/** Said elsewhere already. */
function wasRefused(error: Error): boolean {
  return 'errorCode' in error;
}
