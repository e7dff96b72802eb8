/**
 * Publishes the statuses and alerts of rooms to an MQTT broker while this process holds the lease of the publisher
 * (decision 157).
 */
import { once } from 'node:events';
import type { BrokerLease, LeaseTerm } from '../intake/mqtt/external-broker/broker-lease.ts';
import { publishedTopicsOf } from '../messages/published-topics.ts';
import { type DiscoveryOptions, expireAfterSeconds } from './discovery.ts';
import { createPublisherLink, type LinkOptions } from './publisher-link.ts';
import { createRetainedMessages } from './retained-messages.ts';
import { type FollowerOptions, startWardFollower } from './ward-follower.ts';
import { createWardMessages } from './ward-messages.ts';

export interface PublisherOptions extends FollowerOptions, LinkOptions, Omit<DiscoveryOptions, 'topics'> {
  readonly lease: BrokerLease;
  /** Whether the states of the rooms may be wrong. */
  readonly hasOutage: () => boolean;
  readonly log: LinkOptions['log'];
  /** For tests: how often all states are published again. */
  readonly refreshIntervalMs?: number | undefined;
}

export type Publisher = ReturnType<typeof startPublisher>;

const outageCheckMs = 1_000;
/** Three times before a state expires. */
const defaultRefreshIntervalMs = (expireAfterSeconds * 1_000) / 3;

export function startPublisher(options: PublisherOptions) {
  const { lease, hasOutage, refreshIntervalMs = defaultRefreshIntervalMs } = options;
  const stopping = new AbortController();
  const link = createPublisherLink(options, lease.offer);

  async function publishDuring({ clientId, lost }: LeaseTerm): Promise<void> {
    const topics = publishedTopicsOf(clientId);
    const messages = createRetainedMessages();
    const follower = startWardFollower(options, createWardMessages(messages, { ...options, topics }));
    // Without the lease this process must not publish any more.
    const ended = AbortSignal.any([lost, stopping.signal]);
    const isCurrent = () => !hasOutage() && follower.isCurrent();
    const showCurrent = () => messages.set(topics.server, isCurrent() ? 'online' : 'offline');
    await Promise.race([follower.ready, once(ended, 'abort')]);
    showCurrent();
    const timers = [
      setInterval(showCurrent, outageCheckMs),
      setInterval(() => isCurrent() && messages.publishAll(topics.server), refreshIntervalMs),
    ];
    await link.publishUntil(ended, { clientId, topics, messages });
    for (const timer of timers) clearInterval(timer);
    await follower.close();
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const term = await lease.acquire(stopping.signal).catch(() => undefined);
      if (term !== undefined && !stopping.signal.aborted) await publishDuring(term);
    }
  }

  const running = run();
  return {
    /** Whether this process publishes now. */
    isConnected: link.isConnected,
    /** To be called when the broker in effect has changed. */
    reconnect: link.reconnect,
    /** Stops publishing. The broker publishes that the states are no longer current. */
    close: async (): Promise<void> => {
      stopping.abort();
      await running;
      await lease.release();
    },
  };
}
