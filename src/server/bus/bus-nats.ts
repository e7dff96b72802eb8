/**
 * The bus of several processes. Each ward has a NATS subject, and a process subscribes to the wards of its viewers
 * only. NATS stores nothing: lost updates are delivered by reconciliation with the database.
 */
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { RoomStatusEventData } from '../../contract/live-events.ts';
import type { StreamUpdate } from '../../domain/stream.ts';
import type { Bus, BusLog } from './bus.ts';
import { keepNatsConnected } from './nats-connection.ts';
import { createWardSubscribers, groupByWard } from './ward-subscribers.ts';

/** Keeps a message far below NATS' limit of 1 MiB. */
const maxUpdatesPerMessage = 1_000;

export interface NatsBusOptions {
  /** See NatsConnectionOptions. */
  readonly urls: readonly string[];
  readonly log: BusLog;
}

export function createNatsBus({ urls, log }: NatsBusOptions): Bus {
  const subscriptions = new Map<string, Subscription>();
  const reconnectListeners = new Set<() => void>();
  const subscribers = createWardSubscribers({
    log,
    onFirst: (wardUUID) => subscribeToWard(nats.current(), wardUUID),
    onLast: (wardUUID) => {
      subscriptions.get(wardUUID)?.unsubscribe();
      subscriptions.delete(wardUUID);
    },
  });
  const nats = keepNatsConnected({
    urls,
    log,
    onConnect: (connection) => {
      subscriptions.clear();
      for (const wardUUID of subscribers.wardUuids()) subscribeToWard(connection, wardUUID);
      for (const listener of reconnectListeners) listener();
    },
  });

  function subscribeToWard(connection: NatsConnection | undefined, wardUUID: string): void {
    const subscription = connection?.subscribe(subjectOf(wardUUID), {
      callback: (error, message) => {
        const updates = error === null ? parseUpdates(() => message.json(), log) : undefined;
        if (updates !== undefined) subscribers.deliver(wardUUID, updates);
      },
    });
    if (subscription !== undefined) subscriptions.set(wardUUID, subscription);
  }

  function send(wardUUID: string, updates: readonly StreamUpdate[]): void {
    try {
      // Without a connection the update is not queued: when it is back, the database has a newer state.
      nats.current()?.publish(subjectOf(wardUUID), JSON.stringify(updates));
    } catch (error) {
      log.warn({ err: error }, 'live updates cannot be sent to NATS');
    }
  }

  return {
    isShared: true,
    isConnected: () => nats.current() !== undefined,
    publish: (updates) => {
      for (const [wardUUID, list] of groupByWard(updates)) {
        subscribers.deliver(wardUUID, list);
        for (let start = 0; start < list.length; start += maxUpdatesPerMessage) {
          send(wardUUID, list.slice(start, start + maxUpdatesPerMessage));
        }
      }
    },
    subscribe: subscribers.add,
    onReconnect: (listener) => {
      reconnectListeners.add(listener);
      return () => void reconnectListeners.delete(listener);
    },
    close: async () => {
      subscribers.clear();
      reconnectListeners.clear();
      await nats.close();
    },
  };
}

function parseUpdates(read: () => unknown, log: BusLog): StreamUpdate[] | undefined {
  try {
    return RoomStatusEventData.parse(read());
  } catch (error) {
    log.warn({ err: error }, 'an invalid message on the bus was dropped');
    return undefined;
  }
}

function subjectOf(wardUUID: string): string {
  return `roomstatus.ward.${wardUUID}`;
}
