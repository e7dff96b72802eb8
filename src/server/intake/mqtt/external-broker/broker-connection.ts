/**
 * One connection to an external broker: MQTT 3.1.1 with a persistent session. Every broker in use speaks 3.1.1, and
 * nothing here needs MQTT 5. A QoS 1 message is acknowledged once it is stored.
 */
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { MessageQueue } from '../message-queue.ts';

/** While this many messages wait to be stored, nothing is read from the connection. */
const maxQueuedMessages = 1_000;

/** CONNACK return codes for a user name or password that is refused (MQTT 3.1.1, table 3.1). */
const refusedCodes: readonly unknown[] = [4, 5];

/** Opens a connection without reconnecting: the caller decides when to connect again. `options`: those of `resolveBroker`. */
export function openBrokerConnection(url: string, clientId: string, options: IClientOptions): MqttClient {
  return connect(url, {
    ...options,
    clientId,
    protocolVersion: 4,
    clean: false,
    keepalive: 30,
    connectTimeout: 10_000,
    reconnectPeriod: 0,
    resubscribe: false,
  });
}

export interface MessageTarget {
  readonly queue: MessageQueue;
  readonly callerOf: (topic: string) => DeviceCaller;
  /** The time of the newest subscription, in epoch milliseconds. The broker sends retained messages after it. */
  readonly subscribedAt: () => number;
}

/** Stores each message of the connection, and acknowledges a message when it is stored. */
export function receiveMessages(client: MqttClient, { queue, callerOf, subscribedAt }: MessageTarget): void {
  client.handleMessage = (packet, callback) => {
    const { stream } = client;
    const { topic, retain, qos } = packet;
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    const message = { topic, payload, retainedAt: retain ? subscribedAt() : null };
    // With QoS 1 the broker delivers an unacknowledged message again on the next connection.
    const stored = queue.add(message, callerOf(topic), qos > 0 ? client : undefined);
    const acknowledge = () => {
      if (qos === 1 && !stream.destroyed) stream.write(encodePuback(packet.messageId ?? 0));
    };
    stored.then(acknowledge, () => undefined);
    // NOTE: after an error mqtt.js sends no acknowledgement and reads the next message. If mqtt.js acknowledged the messages, it would
    // read each one only after the commit of the previous one, so no two messages could share a commit.
    const readNext = () => callback(qos === 1 ? new Error('acknowledged after the commit') : undefined);
    if (queue.size() < maxQueuedMessages) readNext();
    else void stored.then(readNext, readNext);
  };
}

/** Stops reading and acknowledging. mqtt.js waits for the callback of a message, which is never called. */
export function stopReceiving(client: MqttClient): void {
  client.handleMessage = () => undefined;
}

function encodePuback(messageId: number): Buffer {
  return Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]);
}

/** Resolves when the broker has accepted the connection. Throws the error of the connection. */
export function waitForAcceptance(client: MqttClient): Promise<{ readonly sessionPresent: boolean }> {
  return new Promise((resolve, reject) => {
    client.once('connect', ({ sessionPresent }) => resolve({ sessionPresent }));
    // This listener stays after the connection, because an `error` event without a listener would end the process.
    client.on('error', reject);
    client.once('close', () => reject(new Error('the broker closed the connection')));
  });
}

/** Whether the broker refuses the user name or password. */
export function isConnectionRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && refusedCodes.includes(error.code);
}
