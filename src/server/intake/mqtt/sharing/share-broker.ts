/** Joins the processes that share a broker: what one of them takes over goes the way of its own messages. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../database/database.ts';
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { Broker } from '../external-broker/broker-connection.ts';
import type { MessageQueue } from '../message-queue.ts';
import { ofMany, ofOne } from '../topics.ts';
import { adoptSession } from './adopt-session.ts';
import { createSessionRegistry } from './session-registry.ts';
import { type Sharing, type SharingOptions, startSharing } from './sharing.ts';
import type { SilenceTimes, SilentSession } from './silent-sessions.ts';

export interface SharingTimes extends SilenceTimes {
  /** When nothing has come out of a session for so long, nothing more will. Milliseconds. */
  readonly quietMs: number;
}

/** A process that is killed is back under its name after seconds, or never. */
export const usualSharingTimes: SharingTimes = { everyMs: 5_000, silentMs: 20_000, quietMs: 2_000 };

export interface ShareOptions {
  readonly database: Database;
  readonly broker: Broker;
  readonly filters: readonly string[];
  readonly queue: MessageQueue;
  readonly callerOf: (topic: string) => DeviceCaller;
  readonly times: SharingTimes;
  readonly now: () => number;
  readonly log: SharingOptions['log'];
}

export function shareBroker(options: ShareOptions): Sharing {
  const { database, broker, filters, queue, callerOf, times, now, log } = options;

  async function adopt(session: SilentSession, isOurs: () => Promise<boolean>, signal: AbortSignal): Promise<number> {
    const { clientId } = session;
    const askedAt = now();
    // Between the last time that it said so and our seeing it there was one look at most.
    const queuedSince = Math.floor(askedAt - session.silentMs - times.everyMs);
    const from = {};
    try {
      return await adoptSession({
        broker: { ...broker, clientId },
        // Once it may have been alone.
        subscriptions: [...ofMany(session.filters), ...ofOne(session.filters, clientId)],
        store: ({ topic, payload, isRetained }) =>
          queue.add(
            { topic, payload, ...(isRetained ? { retainedAt: askedAt } : { retainedAt: null, queuedSince }) },
            callerOf(topic),
            from,
          ),
        waiting: queue.size,
        isOurs,
        quietMs: times.quietMs,
        signal,
      });
    } finally {
      // What could not be stored is still at the broker.
      queue.forget(from);
    }
  }

  const registry = createSessionRegistry(database, randomUUID());
  const monotonic = () => performance.now();
  return startSharing({ registry, clientId: broker.clientId, filters, times, adopt, monotonic, log });
}
