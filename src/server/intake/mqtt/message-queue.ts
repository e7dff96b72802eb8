/** A queue of messages. Those that wait are stored together, in order, with one commit per batch. */
import type { DeviceCaller } from '../../http/api-server.ts';
import { isUnroutable, type Message, type ParseMessage } from './message.ts';
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

export function createMessageQueue(options: QueueOptions): MessageQueue {
  const { parse, logRefusal } = options;
  const closing = new AbortController();
  const queued = new Set<QueuedMessage>();
  let storing: Promise<void> | undefined;

  async function storeAll(): Promise<void> {
    // Messages that arrive in the same turn of the event loop share a commit.
    await new Promise(setImmediate);
    while (queued.size > 0) {
      const batch = nextBatch([...queued]);
      await storeMessages(batch, (message) => queued.has(message), closing.signal, options);
      for (const message of batch) queued.delete(message);
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
      return new Promise((resolve, reject) => {
        queued.add({ topic, items, caller, source, resolve, reject });
        storing ??= storeAll();
      });
    },
    discard: (source) => {
      for (const message of queued) {
        if (source !== undefined && message.source !== source) continue;
        queued.delete(message);
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
