/** The persistent session at an external broker: what is known of it across its connections. */
import type { MqttClient } from 'mqtt';
import { accepted, type Destination, openConnection, receiveInto } from './broker-connection.ts';

export interface BrokerSessionOptions extends Destination {
  /** `mqtt://user:password@host:1883`, or `mqtts`, `ws`, `wss`. */
  readonly url: string;
  /** Topic filters to subscribe to. */
  readonly filters: readonly string[];
}

export function createBrokerSession(options: BrokerSessionOptions) {
  const { url, filters, queue } = options;
  let lastAccepted: MqttClient | undefined;
  let hasSubscribed = false;

  return {
    /** Starts to connect. Messages go into the queue from now on. */
    connect: (clientId: string): MqttClient => {
      const client = openConnection(url, clientId);
      // At once: what the broker has queued for the session follows its acceptance without a pause.
      receiveInto(client, options);
      return client;
    },
    /** Resolves when the broker has accepted the connection and the subscriptions. */
    resume: async (client: MqttClient): Promise<{ readonly sessionPresent: boolean }> => {
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
