/** One connection to a broker, from its CONNECT to its end. What comes is acknowledged once it is stored, in order. */
import { connect, type IClientOptions, type MqttClient } from 'mqtt';

export interface Broker {
  /** `mqtt://user:password@host:1883`, or `mqtts`, `ws`, `wss`. */
  readonly url: string;
  readonly clientId: string;
  /** How long it is to keep what is for us while we are not there, where it lets us say it. Seconds. */
  readonly sessionExpirySeconds: number;
}

/** Without the password that may be in it. */
export function addressOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** MQTT 5, or 3.1.1 for a broker that knows no other. */
export type ProtocolVersion = 4 | 5;

/** So many messages may be on their way to us at a time, where the broker lets us say it. */
const receiveMaximum = 100;

/** So many may wait before nothing more is read from the connection. */
const mostWaiting = 1_000;

/** The server's words in these cases: it speaks another version (MQTT 3.1.1, table 3.1; MQTT 5, section 3.2.2.2). */
const otherVersionCodes = [1, 0x84];
/** It does not take this user or password (the same tables). */
const refusedCodes = [4, 5, 0x86, 0x87];

/** Whoever made it comes back by itself: no attempt of the library's own. */
export function openConnection(broker: Broker, version: ProtocolVersion, more: IClientOptions = {}): MqttClient {
  return connect(broker.url, {
    clientId: broker.clientId,
    protocolVersion: version,
    clean: false,
    keepalive: 30,
    connectTimeout: 10_000,
    reconnectPeriod: 0,
    resubscribe: false,
    ...(version === 5 && { properties: { sessionExpiryInterval: broker.sessionExpirySeconds, receiveMaximum } }),
    ...more,
  });
}

export interface Destination {
  /** Resolves when the message is durable, or of no use. */
  readonly store: (came: Came) => Promise<unknown>;
  /** How many wait for that. */
  readonly waiting: () => number;
}

export interface Came {
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly isRetained: boolean;
  /** Until it is acknowledged: on the next connection of the same session. */
  readonly comesAgain: boolean;
}

/** From now on each message goes there, and is acknowledged when it is durable. */
export function receiveInto(client: MqttClient, { store, waiting }: Destination): void {
  client.handleMessage = (packet, callback) => {
    const { stream } = client;
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    const { topic, retain: isRetained, qos } = packet;
    const stored = store({ topic, payload, isRetained, comesAgain: qos > 0 });
    // What cannot be stored now is not acknowledged: the broker sends it again.
    const acknowledge = () => {
      if (qos === 1 && !stream.destroyed) stream.write(acknowledgement(packet.messageId ?? 0));
    };
    stored.then(acknowledge, () => undefined);
    // NOTE: an error is how the library is told not to acknowledge by itself. It reads on, so that what waits
    // can be stored together; with its own acknowledgement each message would wait for the one before.
    const goOn = () => callback(qos === 1 ? new Error('acknowledged later') : undefined);
    if (waiting() < mostWaiting) goOn();
    else void stored.then(goOn, goOn);
  };
}

/** A PUBACK; in MQTT 5 without a reason it is the same (section 3.4). */
function acknowledgement(messageId: number): Buffer {
  return Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]);
}

/** The broker speaks another version of MQTT than it was asked in. */
export class OtherVersionError extends Error {}

/** The broker does not let us in; its message is the broker's reason. */
export class BrokerRefusalError extends Error {}

/** Resolves when the broker has accepted the connection, with whether it still knew us. Throws these two as well. */
export function accepted(client: MqttClient): Promise<{ readonly sessionPresent: boolean }> {
  return new Promise((resolve, reject) => {
    client.once('connect', ({ sessionPresent }) => resolve({ sessionPresent }));
    // One listener that stays: an error that nobody listens to would end the process.
    client.on('error', (error) => reject(refusalOf(error) ?? error));
    client.once('close', () => reject(new Error('the broker closed the connection')));
  });
}

function refusalOf(error: Error): Error | undefined {
  const is = (codes: readonly number[]) => 'code' in error && codes.some((code) => code === error.code);
  if (is(otherVersionCodes)) return new OtherVersionError(error.message);
  return is(refusedCodes) ? new BrokerRefusalError(error.message.replace(/^Connection refused: /, '')) : undefined;
}

export function closed(client: MqttClient): Promise<void> {
  return new Promise((resolve) => {
    client.once('close', resolve);
  });
}
