/** One connection on which a process publishes retained messages to a broker, with MQTT 3.1.1. */
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { waitForAcceptance } from '../intake/mqtt/external-broker/broker-connection.ts';
import { homeAssistantTopic, type PublishedTopics } from '../messages/published-topics.ts';
import type { RetainedMessages } from './retained-messages.ts';

export interface ConnectionOptions {
  readonly clientId: string;
  readonly topics: PublishedTopics;
  readonly messages: RetainedMessages;
}

/** How many messages wait for their acknowledgement at once. */
const maxUnacknowledged = 100;

/**
 * Starts to connect. All processes use the same client id, so the broker closes the connection of the previous publisher,
 * and publishes its last will, before it accepts this one. `login`: the options of `resolveBroker`.
 */
export function openPublisherConnection(
  url: string,
  login: IClientOptions,
  { clientId, topics }: ConnectionOptions,
): MqttClient {
  return connect(url, {
    ...login,
    clientId,
    protocolVersion: 4,
    clean: true,
    // The broker publishes the last will when it has received nothing for one and a half times as long.
    keepalive: 10,
    connectTimeout: 10_000,
    reconnectPeriod: 0,
    will: { topic: topics.server, payload: Buffer.from('offline'), qos: 1, retain: true },
  });
}

/**
 * Publishes all messages, and then those that change. Resolves when the connection is closed. `onPublished`: called when
 * the broker has published a message of this connection. A broker acknowledges also what its access rules make it drop.
 */
export async function publishOn(
  client: MqttClient,
  options: ConnectionOptions,
  onPublished: () => void,
): Promise<void> {
  const { topics, messages } = options;
  const closed = new Promise<void>((resolve) => void client.once('close', () => resolve()));
  await waitForAcceptance(client);
  client.on('message', (topic, payload, { retain }) => {
    // What the broker had retained before has the flag.
    if (topic === topics.server && !retain && payload.toString() === messages.payloadOf(topic)) onPublished();
    receive(topic, payload.toString(), options);
  });
  // The broker sends the retained discovery messages of this installation.
  await Promise.race([
    client.subscribeAsync([topics.server, topics.discoveryFilter, homeAssistantTopic], { qos: 1 }),
    closed,
  ]);
  messages.publishAll(topics.server);
  while (client.connected) {
    const changed = Promise.withResolvers<void>();
    messages.onChange(changed.resolve);
    const batch = messages.take(maxUnacknowledged);
    const published = batch.map(({ topic, payload }) => client.publishAsync(topic, payload, { qos: 1, retain: true }));
    // NOTE: mqtt.js never answers a publication on a closed connection.
    await Promise.race([batch.length > 0 ? Promise.all(published) : changed.promise, closed]);
  }
}

function receive(topic: string, payload: string, { topics, messages }: ConnectionOptions): void {
  if (topic === homeAssistantTopic) {
    if (payload === 'online') messages.publishAll(topics.server);
    return;
  }
  // The broker may publish the last will of the previous publisher after it has accepted this one.
  if (topic === topics.server) {
    if (payload !== messages.payloadOf(topic)) messages.publish(topic);
    return;
  }
  // A room was removed while nobody published.
  const state = topics.stateOfDiscovery(topic);
  if (state === undefined || payload === '' || messages.has(topic)) return;
  messages.remove(state);
  messages.remove(topic);
}
