/** A queue of messages. Those that wait are stored together, in order, with one commit per batch. */
import type { DeviceCaller } from '../../http/api-server.ts';
import { isUnroutable, type Message, type ParseMessage } from './message.ts';
import { pause } from './pause.ts';
import { type QueuedMessage, storeMessages, type StoreOptions } from './store-messages.ts';

export interface QueueOptions extends StoreOptions {
  readonly parse: ParseMessage;
}

export interface MessageQueue {
  /**
   * Stores a message within the scope of the caller. Resolves after the commit (`stored`), or when the message
   * changes nothing (`dropped`). Rejects when it could not be stored, or was discarded.
   * `source`: the connection that delivers the message again if it is not acknowledged.
   */
  add(message: Message, caller: DeviceCaller, source?: object): Promise<'stored' | 'dropped'>;
  /** Rejects the messages of this source; without one, all. The broker delivers them again. */
  discard(source?: object): void;
  /** How many messages wait. */
  size(): number;
  /** Stores what waits. Rejects it instead while the database is unavailable. */
  close(): Promise<void>;
}

const maxBatchMessages = 200;
/** One message may concern all rooms of a home, and a commit holds its rows in memory. */
const maxBatchItems = 2_000;
const minBackoffMs = 100;
const maxBackoffMs = 5_000;

export function createMessageQueue(options: QueueOptions): MessageQueue {
  const { parse, onUnavailable, logRefusal, log } = options;
  const closing = new AbortController();
  const queued = new Set<QueuedMessage>();
  let storing: Promise<void> | undefined;

  async function storeAll(): Promise<void> {
    // Messages that arrive in the same turn of the event loop share a commit.
    await new Promise(setImmediate);
    let backoffMs = minBackoffMs;
    while (queued.size > 0) {
      const batch = nextBatch([...queued]);
      const failure = await storeMessages(batch, (message) => queued.has(message), options);
      if (failure === undefined) {
        backoffMs = minBackoffMs;
      } else if (onUnavailable === 'reject' || closing.signal.aborted) {
        for (const message of batch) message.reject(failure.error);
      } else {
        log.warn({ waiting: queued.size, err: failure.error }, 'messages cannot be stored yet; retrying');
        await pause(backoffMs, closing.signal);
        backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
      }
    }
    storing = undefined;
  }

  return {
    add: (message, caller, source) => {
      const { topic } = message;
      const items = parse(message);
      if (isUnroutable(items)) {
        logRefusal(items, { topic, device: caller.keyName });
        return Promise.resolve('dropped');
      }
      if (items.length === 0) return Promise.resolve('dropped');
      const stored = enqueue(queued, { topic, items, caller, source });
      storing ??= storeAll();
      return stored;
    },
    discard: (source) => {
      for (const message of queued) {
        if (source !== undefined && message.source !== source) continue;
        message.reject(new Error('the broker delivers the message again'));
      }
    },
    size: () => queued.size,
    close: async () => {
      closing.abort();
      await storing;
    },
  };
}

/** Adds a message, which leaves the queue when it is settled. */
function enqueue(queued: Set<QueuedMessage>, fields: Omit<QueuedMessage, 'resolve' | 'reject'>) {
  const outcome = Promise.withResolvers<'stored' | 'dropped'>();
  const message: QueuedMessage = {
    ...fields,
    resolve: (value) => {
      queued.delete(message);
      outcome.resolve(value);
    },
    reject: (error) => {
      queued.delete(message);
      outcome.reject(error);
    },
  };
  queued.add(message);
  return outcome.promise;
}

/** The first messages of one caller, as many as the limits allow and at least one. */
export function nextBatch(queued: readonly QueuedMessage[]): readonly QueuedMessage[] {
  const keyId = queued[0]?.caller.keyId;
  let itemCount = 0;
  const end = queued.findIndex(({ caller, items }, index) => {
    itemCount += items.length;
    return index === maxBatchMessages || caller.keyId !== keyId || (index > 0 && itemCount > maxBatchItems);
  });
  return queued.slice(0, end === -1 ? undefined : end);
}
