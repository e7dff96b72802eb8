/** The persistent session at an external broker. It continues over several connections. */
import type { IClientOptions, MqttClient } from 'mqtt';
import type { ExternalBroker } from '../../../equipment/broker-address.ts';
import type { LeaseTerm } from './broker-lease.ts';
import { waitForAcceptance, type MessageTarget, openBrokerConnection, receiveMessages } from './broker-connection.ts';

export interface BrokerSessionOptions extends Omit<MessageTarget, 'subscribedAt'> {
  readonly broker: ExternalBroker;
  /** The topic filters to subscribe to. A change of the equipment connections changes the filters. */
  readonly filters: () => readonly string[];
  readonly now: () => number;
}

export function createBrokerSession(options: BrokerSessionOptions) {
  const { broker, filters, queue, now } = options;
  let lastAccepted: MqttClient | undefined;
  let subscribedAt = now();
  let lastTurn = Promise.resolve();
  /** The topic filters to which the session at the broker is subscribed. */
  const subscribed = new Set<string>();
  const forgetSubscriptions = () => subscribed.clear();

  /** Runs one change of the subscriptions after the other, otherwise the broker could keep those of the older change. */
  function inTurn(change: () => void | Promise<void>): Promise<void> {
    const turn = lastTurn.then(change);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** Subscribes before it unsubscribes, so that no message is missed when a topic gets another filter. */
  async function updateSubscriptions(client: MqttClient): Promise<void> {
    // NOTE: mqtt.js never answers a subscription on a closed connection, and all later changes would wait for it.
    if (!client.connected) throw new Error('the broker closed the connection');
    const wanted = new Set(filters());
    const missing = [...wanted].filter((filter) => !subscribed.has(filter));
    if (missing.length > 0) {
      subscribedAt = now();
      await client.subscribeAsync(missing, { qos: 1 });
      for (const filter of missing) subscribed.add(filter);
    }
    const unwanted = [...subscribed].filter((filter) => !wanted.has(filter));
    if (unwanted.length === 0) return;
    await client.unsubscribeAsync(unwanted);
    for (const filter of unwanted) subscribed.delete(filter);
  }

  return {
    /** Starts to connect. Messages go into the queue from now on. */
    connect: ({ clientId, lost }: LeaseTerm, login: IClientOptions): MqttClient => {
      // Without the lease another server may have the session, and a session that it has lost has no subscriptions.
      lost.addEventListener('abort', forgetSubscriptions);
      subscribedAt = now();
      const client = openBrokerConnection(broker.url, clientId, login);
      // Right after it accepts the connection, the broker sends the messages that it has queued for the session.
      receiveMessages(client, { ...options, subscribedAt: () => subscribedAt });
      return client;
    },
    /** Resolves when the broker has accepted the connection and the subscriptions. */
    resume: async (client: MqttClient): Promise<{ readonly sessionPresent: boolean }> => {
      const { sessionPresent } = await waitForAcceptance(client);
      // With its session the broker delivers unacknowledged messages again. Without a session our queue has the only copies.
      if (sessionPresent && lastAccepted !== undefined) queue.discard(lastAccepted);
      lastAccepted = client;
      await inTurn(() => {
        // A new session has no subscriptions. With each subscription the broker sends its retained messages.
        if (!sessionPresent) subscribed.clear();
        return updateSubscriptions(client);
      });
      return { sessionPresent };
    },
    /**
     * Subscribes to new filters, and again to changed ones, because the broker then sends their retained messages.
     * `client`: the open connection. Without one the session subscribes when it is resumed.
     */
    refresh: (changed: readonly string[], client: MqttClient | undefined): Promise<void> =>
      inTurn(() => {
        const wanted = new Set(filters());
        for (const filter of changed) if (wanted.has(filter)) subscribed.delete(filter);
        return client === undefined ? undefined : updateSubscriptions(client);
      }),
  };
}
