/**
 * The bus of several processes. Each ward has a NATS subject, and a process subscribes to the wards of its viewers
 * only. NATS stores nothing: lost updates are delivered by reconciliation with the database.
 */
import * as z from 'zod/mini';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { ShownAlert, ShownPause } from '../../contract/alerts/alerts.ts';
import { StreamUpdate as StreamUpdateFields } from '../../contract/home/entities.ts';
import type { StreamUpdate } from '../../domain/stream.ts';
import type { Bus, BusLog, WardSubscriber } from './bus.ts';
import { keepNatsConnected } from './nats-connection.ts';
import { deliverToSubscribers, groupByWard } from './ward-subscribers.ts';

/** The maximum number of updates in a message: with so many it stays far below the limit of NATS, which is 1 MiB. */
const maxUpdatesPerMessage = 1_000;

/** Creates the bus on NATS. `urls`: see `keepNatsConnected`. */
export function createNatsBus({ urls, log }: { readonly urls: readonly string[]; readonly log: BusLog }): Bus {
  const subscribers = new Map<string, WardSubscriber>();
  const subscriptions = new Map<string, Subscription>();
  let homeListener: (() => void) | undefined;
  const nats = keepNatsConnected({
    urls,
    log,
    onConnect: (connection) => {
      subscriptions.clear();
      for (const wardUUID of subscribers.keys()) subscribeToWard(connection, wardUUID);
      subscribeToHome(connection);
    },
  });

  function subscribeToWard(connection: NatsConnection | undefined, wardUUID: string): void {
    const subscription = connection?.subscribe(subjectOf(wardUUID), {
      callback: (error, message) => {
        const updates = error === null ? parseUpdates(() => message.json(), log) : undefined;
        if (updates !== undefined) deliverToSubscribers(subscribers.get(wardUUID), updates, log);
      },
    });
    if (subscription !== undefined) subscriptions.set(wardUUID, subscription);
  }

  function subscribeToHome(connection: NatsConnection | undefined): void {
    if (homeListener !== undefined) connection?.subscribe(homeSubject, { callback: homeListener });
  }

  const send = (subject: string, message?: string) => publishAt(nats.current(), log, subject, message);

  return {
    isShared: true,
    isConnected: () => nats.current() !== undefined,
    publish: (updates) => {
      for (const [wardUUID, list] of groupByWard(updates)) {
        deliverToSubscribers(subscribers.get(wardUUID), list, log);
        for (let start = 0; start < list.length; start += maxUpdatesPerMessage) {
          send(subjectOf(wardUUID), JSON.stringify(list.slice(start, start + maxUpdatesPerMessage)));
        }
      }
    },
    subscribe: (wardUUID, subscriber) => {
      subscribers.set(wardUUID, subscriber);
      subscribeToWard(nats.current(), wardUUID);
      return () => {
        subscribers.delete(wardUUID);
        subscriptions.get(wardUUID)?.unsubscribe();
        subscriptions.delete(wardUUID);
      };
    },
    publishHomeChange: () => send(homeSubject),
    onHomeChange: (listener) => {
      homeListener = listener;
      subscribeToHome(nats.current());
    },
    close: async () => {
      subscribers.clear();
      await nats.close();
    },
  };
}

/**
 * Publishes a message. Without a connection drops it: reconciliation with the database delivers a newer state later.
 */
function publishAt(connection: NatsConnection | undefined, log: BusLog, subject: string, message?: string): void {
  try {
    connection?.publish(subject, message);
  } catch (error) {
    log.warn({ err: error }, 'live updates cannot be sent to NATS');
  }
}

const BusMessage = z.array(
  z.extend(StreamUpdateFields, {
    alertRevision: z.int(),
    alerts: z.optional(z.readonly(z.array(ShownAlert))),
    pause: z.optional(ShownPause),
  }),
);

function parseUpdates(read: () => unknown, log: BusLog): StreamUpdate[] | undefined {
  try {
    return BusMessage.parse(read());
  } catch (error) {
    log.warn({ err: error }, 'an invalid message on the bus was dropped');
    return undefined;
  }
}

const homeSubject = 'roomstatus.home';

function subjectOf(wardUUID: string): string {
  return `roomstatus.ward.${wardUUID}`;
}
