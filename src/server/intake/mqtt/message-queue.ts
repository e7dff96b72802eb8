/** A queue of messages. Those that wait are stored together, in order, with one commit per batch. */
import type { DeviceCaller } from '../../http/api-server.ts';
import type { IngestItems, IntakeLog } from '../ingest-items.ts';
import type { ParsedItem, Refusal } from '../parse-report.ts';
import { isUnroutable, type Message, type ParseMessage } from './message.ts';
import { pause } from './pause.ts';
import type { LogRefusal } from './refusal-log.ts';

export interface QueueOptions {
  readonly parse: ParseMessage;
  readonly ingest: IngestItems;
  /**
   * Whether the message itself can never be stored, so the broker may forget it. After any other error it is kept:
   * the database is unavailable, there is backpressure, or an operator has to repair something.
   */
  readonly isPermanent: (error: unknown) => boolean;
  /** Checked before each attempt. False: another process reads the broker now, so the messages are rejected. */
  readonly mayStore?: () => boolean;
  /** `retry`: wait until a message can be stored. `reject`: reject the message; the sender sends it again. */
  readonly onUnavailable: 'retry' | 'reject';
  readonly logRefusal: LogRefusal;
  readonly log: IntakeLog & { error(details: object, message: string): void };
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

interface QueuedMessage {
  readonly topic: string;
  readonly items: readonly (ParsedItem | Refusal)[];
  readonly caller: DeviceCaller;
  readonly source: object | undefined;
  readonly outcome: PromiseWithResolvers<'stored' | 'dropped'>;
}

/** A commit holds its rows in memory. */
const maxBatchItems = 200;
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
      const failure = await storeBatch(batch, queued, options);
      if (failure === undefined) {
        backoffMs = minBackoffMs;
      } else if (onUnavailable === 'reject' || closing.signal.aborted) {
        rejectAll(batch, queued, failure.error);
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
      const outcome = Promise.withResolvers<'stored' | 'dropped'>();
      queued.add({ topic, items, caller, source, outcome });
      storing ??= storeAll();
      return outcome.promise;
    },
    discard: (source) => {
      const discarded = [...queued].filter((message) => source === undefined || message.source === source);
      rejectAll(discarded, queued, new Error('the broker delivers the message again'));
    },
    size: () => queued.size,
    close: async () => {
      closing.abort();
      await storing;
    },
  };
}

/** The first messages of one caller, as many as the limit allows and at least one. */
function nextBatch(queued: readonly QueuedMessage[]): readonly QueuedMessage[] {
  const keyId = queued[0]?.caller.keyId;
  let itemCount = 0;
  const end = queued.findIndex(({ caller, items }, index) => {
    itemCount += items.length;
    return caller.keyId !== keyId || (index > 0 && itemCount > maxBatchItems);
  });
  return queued.slice(0, end === -1 ? undefined : end);
}

/**
 * Tries once to store messages of one caller. Settles those that are stored, or never can be. Returns the error if the
 * others have to be tried again.
 */
async function storeBatch(
  batch: readonly QueuedMessage[],
  queued: Set<QueuedMessage>,
  options: QueueOptions,
): Promise<{ readonly error: unknown } | undefined> {
  const { ingest, isPermanent, mayStore, logRefusal, log } = options;
  const [first] = batch;
  if (first === undefined) return undefined;
  if (mayStore?.() === false) {
    rejectAll(batch, queued, new Error('another process reads the broker'));
    return undefined;
  }
  const settle = (message: QueuedMessage, outcome: 'stored' | 'dropped') => {
    queued.delete(message);
    message.outcome.resolve(outcome);
  };
  try {
    const results = await ingest(
      batch.flatMap(({ items }) => items),
      first.caller,
      log,
    );
    let start = 0;
    for (const message of batch) {
      const own = results.slice(start, (start += message.items.length));
      settle(message, own.some(({ outcome }) => outcome !== 'refused') ? 'stored' : 'dropped');
    }
    return undefined;
  } catch (error) {
    if (!isPermanent(error)) return { error };
    if (batch.length > 1) return storeOneByOne(batch, queued, options);
    logRefusal('failed', { topic: first.topic });
    log.error({ topic: first.topic, err: error }, 'a message cannot be stored');
    settle(first, 'dropped');
    return undefined;
  }
}

/** One message is the cause of a failure. The others must not be delayed or dropped because of it. */
async function storeOneByOne(...[batch, queued, options]: Parameters<typeof storeBatch>) {
  for (const message of batch) {
    const failure = queued.has(message) ? await storeBatch([message], queued, options) : undefined;
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function rejectAll(messages: readonly QueuedMessage[], queued: Set<QueuedMessage>, error: unknown): void {
  for (const message of messages) {
    queued.delete(message);
    message.outcome.reject(error);
  }
}
