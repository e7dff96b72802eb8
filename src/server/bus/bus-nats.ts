/**
 * The bus of many processes: a NATS subject for each ward, and each process subscribed only to the
 * wards that it has viewers for. NATS keeps nothing; what it loses is repaired from the database.
 */
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { RoomStatusEventData } from '../../contract/live-events.ts';
import type { StreamUpdate } from '../../domain/stream.ts';
import type { Bus, BusLog } from './bus.ts';
import { linkToNats } from './nats-connection.ts';
import { byWard, createWardListeners } from './ward-listeners.ts';

/** A message stays far below NATS' limit of a mebibyte. Updates. */
const mostInMessage = 1_000;

export function createNatsBus({ urls, log }: { readonly urls: readonly string[]; readonly log: BusLog }): Bus {
  const subscriptions = new Map<string, Subscription>();
  const repairs = new Set<() => void>();
  const listeners = createWardListeners({
    log,
    onFirst: (wardUUID) => {
      const connection = link.current();
      if (connection !== undefined) follow(connection, wardUUID);
    },
    onLast: (wardUUID) => {
      subscriptions.get(wardUUID)?.unsubscribe();
      subscriptions.delete(wardUUID);
    },
  });

  const link = linkToNats({
    urls,
    log,
    onConnected: (connection) => {
      subscriptions.clear();
      repair(connection);
    },
    // The client has made its subscriptions anew; those wanted meanwhile are missing.
    onBack: repair,
  });

  function follow(connection: NatsConnection, wardUUID: string): void {
    const subscription = connection.subscribe(subjectOf(wardUUID), {
      callback: (error, message) => {
        const updates = error === null ? parse(() => message.json()) : undefined;
        if (updates !== undefined) listeners.tell(wardUUID, updates);
      },
    });
    subscriptions.set(wardUUID, subscription);
  }

  function parse(read: () => unknown): StreamUpdate[] | undefined {
    try {
      return RoomStatusEventData.parse(read());
    } catch (error) {
      log.warn({ err: error }, 'a message on the bus was not understood, and dropped');
      return undefined;
    }
  }

  function repair(connection: NatsConnection): void {
    for (const wardUUID of listeners.wards()) if (!subscriptions.has(wardUUID)) follow(connection, wardUUID);
    for (const listener of repairs) listener();
  }

  function send(wardUUID: string, updates: readonly StreamUpdate[]): void {
    try {
      // Nothing waits for a connection that is away: by then the database has newer.
      link.current()?.publish(subjectOf(wardUUID), JSON.stringify(updates));
    } catch (error) {
      log.warn({ err: error }, 'live updates could not be handed to NATS');
    }
  }

  return {
    isShared: true,
    isConnected: () => link.current() !== undefined,
    publish: (updates) => {
      for (const [wardUUID, list] of byWard(updates)) {
        listeners.tell(wardUUID, list);
        for (let start = 0; start < list.length; start += mostInMessage) {
          send(wardUUID, list.slice(start, start + mostInMessage));
        }
      }
    },
    subscribe: listeners.add,
    onReconnect: (listener) => {
      repairs.add(listener);
      return () => void repairs.delete(listener);
    },
    close: async () => {
      listeners.clear();
      repairs.clear();
      await link.close();
    },
  };
}

function subjectOf(wardUUID: string): string {
  return `roomstatus.ward.${wardUUID}`;
}
