/** The persistent session at an external broker. It continues over several connections. */
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
      // Right after it accepts the connection, the broker sends the messages that it has queued for the session.
      receiveInto(client, options);
      return client;
    },
    /** Resolves when the broker has accepted the connection and the subscriptions. */
    resume: async (client: MqttClient): Promise<{ readonly sessionPresent: boolean }> => {
      const { sessionPresent } = await accepted(client);
      // With a session the broker delivers unacknowledged messages again. Without one our queue has the only copies.
      if (sessionPresent && lastAccepted !== undefined) queue.discard(lastAccepted);
      lastAccepted = client;
      if (hasSubscribed && sessionPresent) return { sessionPresent };
      // Subscribed after a start and after the session was lost: the broker then sends its retained messages.
      await client.subscribeAsync([...filters], { qos: 1 });
      hasSubscribed = true;
      return { sessionPresent };
    },
  };
}
