/** Lets devices of MQTT 5 speak with a broker that knows 3.1.1: whatever either side says is put into the other's words. */
import { Duplex } from 'node:stream';
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet';
import { connackOfVersion5, connectOfVersion4, toVersion4, toVersion5 } from './version-5-words.ts';

export interface Version5Options {
  /** The longest packet that a device may send. Bytes. */
  readonly longestPacket: number;
}

interface Translation {
  /** Bytes of the device. */
  inward(chunk: Buffer): void;
  /** Bytes of the broker. */
  outward(chunk: Buffer): void;
}

type Speak = (bytes: Buffer) => unknown;

const badAuthenticationMethod = 0x8c;

/** The same connection for the broker; what is no MQTT 5 passes as it is. */
export function speakVersion5(device: Duplex, options: Version5Options): Duplex {
  let head: Buffer | undefined = Buffer.alloc(0);
  let translation: Translation | undefined;
  const connection = new Duplex({
    read: () => void device.resume(),
    write: (chunk: Buffer, _, done) => {
      if (translation === undefined) return void device.write(chunk, done);
      try {
        translation.outward(chunk);
        // Behind what was just written, so that a device that is slow to take it slows the broker down.
        device.write('', done);
      } catch (error) {
        done(toError(error));
      }
    },
    final: (done) => void device.end(done),
    destroy: (error, done) => {
      device.destroy();
      done(error);
    },
  });
  const toBroker: Speak = (bytes) => {
    if (!connection.push(bytes)) device.pause();
  };

  function begin(bytes: Buffer): void {
    const level = protocolLevelOf(bytes);
    if (level === 'unknown yet') {
      head = bytes;
      return;
    }
    head = undefined;
    if (level === 5) {
      const vanish = () => void connection.push(null);
      translation = translate(toBroker, (frame) => device.write(frame), vanish, options);
    }
    pass(bytes);
  }

  function pass(bytes: Buffer): void {
    if (translation === undefined) toBroker(bytes);
    else translation.inward(bytes);
  }

  device.on('data', (chunk: Buffer) => {
    try {
      if (head === undefined) pass(chunk);
      else begin(Buffer.concat([head, chunk]));
    } catch (error) {
      connection.destroy(toError(error));
    }
  });
  device.on('end', () => void connection.push(null));
  device.on('close', () => connection.destroy());
  device.on('error', (error) => connection.destroy(error));
  return connection;
}

/** Both ways may throw what the other side must not say. */
function translate(toBroker: Speak, toDevice: Speak, vanish: () => void, { longestPacket }: Version5Options) {
  const ofDevice = parser({ protocolVersion: 5 });
  const ofBroker = parser({ protocolVersion: 4 });
  const unsubscribed = new Map<number, number>();
  let mostOfDevice = Infinity;
  let isConnected = false;
  let isGone = false;
  let assignedClientIdentifier: string | undefined;
  const say = (packet: Packet) => toBroker(generate(packet, { protocolVersion: 4 }));
  const answer = (packet: Packet) => {
    const frame = generate(packet, { protocolVersion: 5 });
    // It may have said how much it takes; what nobody has to take is not sent then (MQTT 5, section 3.1.2.11.4).
    if (frame.length <= mostOfDevice) toDevice(frame);
  };

  function connect(packet: IConnectPacket): void {
    const { authenticationMethod, maximumPacketSize = Infinity } = packet.properties ?? {};
    if (authenticationMethod !== undefined) {
      answer({ cmd: 'connack', sessionPresent: false, reasonCode: badAuthenticationMethod });
      throw new Error('it wants to show who it is by another means than a password');
    }
    isConnected = true;
    mostOfDevice = maximumPacketSize;
    say(connectOfVersion4(packet, () => (assignedClientIdentifier = crypto.randomUUID())));
  }

  ofDevice.on('packet', (packet) => {
    if (isGone) return;
    if (packet.cmd === 'connect' && !isConnected) return connect(packet);
    if (packet.cmd === 'unsubscribe') unsubscribed.set(packet.messageId ?? 0, packet.unsubscriptions.length);
    const said = toVersion4(packet);
    isGone = said === 'vanish';
    if (said === 'vanish') vanish();
    else if (said !== undefined) say(said);
  });
  ofBroker.on('packet', (packet) => {
    if (packet.cmd === 'connack') {
      answer(connackOfVersion5(packet, { assignedClientIdentifier, maximumPacketSize: longestPacket }));
    } else answer(toVersion5(packet, takeUnsubscribed));
  });
  for (const each of [ofDevice, ofBroker]) {
    each.on('error', (error: unknown) => {
      throw error;
    });
  }

  function takeUnsubscribed(messageId: number): number {
    const count = unsubscribed.get(messageId) ?? 1;
    unsubscribed.delete(messageId);
    return count;
  }

  return {
    inward: (chunk: Buffer) => void ofDevice.parse(chunk),
    outward: (chunk: Buffer) => void ofBroker.parse(chunk),
  };
}

/** Of the CONNECT with which a connection begins (MQTT 5, section 3.1.2); undefined: it begins with something else. */
export function protocolLevelOf(bytes: Uint8Array): number | 'unknown yet' | undefined {
  const [kind] = bytes;
  if (kind !== undefined && kind !== 0x10) return undefined;
  // The length is of one to four bytes, of which the last is below 128.
  const lengthEnd = bytes.subarray(1, 5).findIndex((byte) => byte < 0x80);
  if (lengthEnd === -1) return bytes.length < 5 ? 'unknown yet' : undefined;
  const name = bytes.subarray(2 + lengthEnd);
  const [high, low] = name;
  if (high === undefined || low === undefined) return 'unknown yet';
  // `MQTT`, or `MQIsdp` of 3.1.
  const nameLength = high * 256 + low;
  if (nameLength > 6) return undefined;
  return name[2 + nameLength] ?? 'unknown yet';
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
