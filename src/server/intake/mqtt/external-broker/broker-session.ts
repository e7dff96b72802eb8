/** The persistent session at an external broker: what is known of it across its connections. */
import type { MqttClient } from 'mqtt';
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { MessageQueue } from '../message-queue.ts';
import { accepted, openConnection, receiveInto } from './broker-connection.ts';

export interface BrokerSessionOptions {
  /** `mqtt://user:password@host:1883`, or `mqtts`, `ws`, `wss`. */
  readonly url: string;
  /** Topic filters to subscribe to. */
  readonly filters: readonly string[];
  readonly queue: MessageQueue;
  readonly callerOf: (topic: string) => DeviceCaller;
  readonly now: () => number;
}

export interface BrokerSession {
  /** Starts to connect. Messages go into the queue from now on. */
  connect(clientId: string): MqttClient;
  /** Resolves when the broker has accepted the connection and the subscriptions. Throws BrokerRefusalError as well. */
  resume(client: MqttClient): Promise<{ readonly sessionPresent: boolean }>;
}

export function createBrokerSession({ url, filters, queue, callerOf, now }: BrokerSessionOptions): BrokerSession {
  let lastAccepted: MqttClient | undefined;
  let hasSubscribed = false;

  return {
    connect: (clientId) => {
      const client = openConnection(url, clientId);
      const connectedAt = now();
      // At once: what the broker has queued for the session follows its acceptance without a pause.
      receiveInto(client, {
        queueSize: queue.size,
        store: ({ topic, payload, isRetained, isRedelivered }) => {
          const message = { topic, payload, retainedAt: isRetained ? connectedAt : null };
          return queue.add(message, callerOf(topic), isRedelivered ? client : undefined);
        },
      });
      return client;
    },
    resume: async (client) => {
      const { sessionPresent } = await accepted(client);
      // The broker delivers again what was not acknowledged. Without the session the queued copy is the only one.
      if (sessionPresent && lastAccepted !== undefined) queue.discard(lastAccepted);
      lastAccepted = client;
      if (hasSubscribed && sessionPresent) return { sessionPresent };
      // The broker answers a subscription with its retained messages, so they are read at a start and after a loss.
      await client.subscribeAsync([...filters], { qos: 1 });
      hasSubscribed = true;
      return { sessionPresent };
    },
  };
}
