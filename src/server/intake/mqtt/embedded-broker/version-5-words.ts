/** What MQTT 5 says in the words of 3.1.1, and back. Pure. What 3.1.1 has no word for, and nobody here needs, is left out. */
import type { IConnackPacket, IConnectPacket, Packet } from 'mqtt-packet';

/** Names the client that left its name to us. */
export function connectOfVersion4(packet: IConnectPacket, nameless: () => string): IConnectPacket {
  const { clientId, keepalive, username, password, will } = packet;
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: clientId === '' ? nameless() : clientId,
    ...(keepalive !== undefined && { keepalive }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(will !== undefined && { will: messageOf(will) }),
  };
}

/**
 * Any later packet of the device. Undefined: it means nothing to the broker. `vanish`: the device goes, and wants
 * its last will to be told. Throws when MQTT 5 forbids what it says.
 */
export function toVersion4(packet: Packet): Packet | 'vanish' | undefined {
  switch (packet.cmd) {
    case 'publish':
      // We said that there are no aliases, so each message names its topic.
      if (packet.topic === '') throw new Error('a message without a topic');
      return { ...messageOf(packet), cmd: 'publish', dup: packet.dup, ...named(packet) };
    case 'subscribe': {
      // At most once: then it need not be counted how many messages the device takes at a time.
      const subscriptions = packet.subscriptions.map(({ topic }) => ({ topic, qos: 0 as const }));
      return { cmd: 'subscribe', subscriptions, ...named(packet) };
    }
    case 'unsubscribe':
      return { cmd: 'unsubscribe', unsubscriptions: packet.unsubscriptions, ...named(packet) };
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
      return { cmd: packet.cmd, ...named(packet) };
    case 'pingreq':
      return packet;
    case 'disconnect':
      return (packet.reasonCode ?? 0) === 0 ? { cmd: 'disconnect' } : 'vanish';
    default:
      throw new Error(`${packet.cmd} at a moment at which nobody says that`);
  }
}

/** Tables 3.1 of MQTT 3.1.1 and 3-1 of MQTT 5. */
const connectReasons: Readonly<Record<number, number>> = { 0: 0, 1: 0x84, 2: 0x85, 3: 0x88, 4: 0x86, 5: 0x87 };
const unspecified = 0x80;
const notAuthorized = 0x87;

export interface Welcome {
  /** The name that we gave; undefined: it had one. */
  readonly assignedClientIdentifier: string | undefined;
  /** Bytes. */
  readonly maximumPacketSize: number;
}

export function connackOfVersion5({ returnCode = 0 }: IConnackPacket, welcome: Welcome): IConnackPacket {
  const { assignedClientIdentifier, maximumPacketSize } = welcome;
  const properties = {
    // Nothing is kept for a client that is away.
    sessionExpiryInterval: 0,
    maximumPacketSize,
    subscriptionIdentifiersAvailable: false,
    sharedSubscriptionAvailable: false,
    ...(assignedClientIdentifier !== undefined && { assignedClientIdentifier }),
  };
  const reasonCode = connectReasons[returnCode] ?? unspecified;
  return { cmd: 'connack', sessionPresent: false, reasonCode, ...(reasonCode === 0 && { properties }) };
}

/** Any later packet of the broker. `unsubscribed`: how many topics the request with this number named. */
export function toVersion5(packet: Packet, unsubscribed: (messageId: number) => number): Packet {
  if (packet.cmd === 'suback') {
    const granted = packet.granted.map((code) => (code === unspecified ? notAuthorized : Number(code)));
    return { cmd: 'suback', granted, ...named(packet) };
  }
  if (packet.cmd === 'unsuback') {
    const granted = Array.from({ length: unsubscribed(packet.messageId ?? 0) }, () => 0);
    return { cmd: 'unsuback', granted, ...named(packet) };
  }
  return packet;
}

function named({ messageId }: Packet): { readonly messageId?: number } {
  return messageId === undefined ? {} : { messageId };
}

function messageOf({ topic, payload, qos = 0, retain = false }: NonNullable<IConnectPacket['will']>) {
  return { topic, payload, qos, retain };
}
