/**
 * The bus of several processes. Each ward has a NATS subject, and a process subscribes to the wards of its viewers
 * only. NATS stores nothing: lost updates are delivered by reconciliation with the database.
 */
import * as z from 'zod/mini';
import type { Msg, MsgCallback, NatsConnection, Subscription } from '@nats-io/transport-node';
import { ShownAlert, ShownPause } from '../../contract/alerts/alerts.ts';
import { StreamUpdate as StreamUpdateFields } from '../../contract/home/entities.ts';
import type { StreamUpdate } from '../../domain/stream.ts';
import type { Bus, BusLog, NoticeListener, WardSubscriber } from './bus.ts';
import { keepNatsConnected } from './nats-connection.ts';
import { deliverToSubscribers, groupByWard } from './ward-subscribers.ts';

/** The maximum number of updates in a message: with so many it stays far below the limit of NATS, which is 1 MiB. */
const maxUpdatesPerMessage = 1_000;

/** Creates the bus on NATS. `urls`: see `keepNatsConnected`. */
export function createNatsBus({ urls, log }: { readonly urls: readonly string[]; readonly log: BusLog }): Bus {
  const subscribers = new Map<string, WardSubscriber>();
  const subscriptions = new Map<string, Subscription>();
  const followed = new Map<string, MsgCallback<Msg>>();
  let noticeListener: NoticeListener | undefined;
  const nats = keepNatsConnected({
    urls,
    log,
    onConnect: (connection) => {
      subscriptions.clear();
      for (const wardUUID of subscribers.keys()) subscribeToWard(connection, wardUUID);
      for (const [subject, callback] of followed) connection.subscribe(subject, { callback });
    },
  });

  function subscribeToWard(connection: NatsConnection | undefined, wardUUID: string): void {
    const callback = readMessages(BusMessage, log, (updates: StreamUpdate[]) => deliver(wardUUID, updates));
    const subscription = connection?.subscribe(subjectOf(wardUUID), { callback });
    if (subscription !== undefined) subscriptions.set(wardUUID, subscription);
  }

  /** Follows a subject whatever the viewers of the process. */
  function follow(subject: string, callback: MsgCallback<Msg>): void {
    followed.set(subject, callback);
    nats.current()?.subscribe(subject, { callback });
  }

  const deliver = (wardUUID: string, updates: readonly StreamUpdate[]) =>
    deliverToSubscribers(subscribers.get(wardUUID), updates, log);
  const send = (subject: string, message?: string) => publishAt(nats.current(), log, subject, message);

  return {
    isShared: true,
    isConnected: () => nats.current() !== undefined,
    publish: (updates) => {
      for (const [wardUUID, list] of groupByWard(updates)) {
        deliver(wardUUID, list);
        for (const part of splitForMessages(list)) send(subjectOf(wardUUID), JSON.stringify(part));
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
    onHomeChange: (listener) => follow(homeSubject, listener),
    publishNoticeChange: (wardUuids) => {
      noticeListener?.(wardUuids);
      send(noticeSubject, JSON.stringify(wardUuids));
    },
    onNoticeChange: (listener) => {
      noticeListener = listener;
      follow(noticeSubject, readMessages(WardUuids, log, listener));
    },
    close: async () => {
      subscribers.clear();
      await nats.close();
    },
  };
}

function splitForMessages<T>(list: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(list.length / maxUpdatesPerMessage);
  return Array.from({ length: count }, (_, index) =>
    list.slice(index * maxUpdatesPerMessage, (index + 1) * maxUpdatesPerMessage),
  );
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

const WardUuids = z.array(z.string());

function readMessages<T>(schema: z.ZodMiniType<T>, log: BusLog, onMessage: (message: T) => void): MsgCallback<Msg> {
  return (error, message) => {
    if (error !== null) return;
    const { data, error: invalid } = z.safeParse(schema, jsonOf(message));
    if (invalid === undefined) onMessage(data);
    else log.warn({ err: invalid }, 'an invalid message on the bus was dropped');
  };
}

/** Undefined: the message is no JSON. */
function jsonOf(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}

const homeSubject = 'roomstatus.home';
const noticeSubject = 'roomstatus.notices';

function subjectOf(wardUUID: string): string {
  return `roomstatus.ward.${wardUUID}`;
}
