/** A queue of MQTT messages. Waiting messages are stored in order, with one commit per batch. */
import type { DeviceCaller } from '../../http/api-server.ts';
import { toLogEvent } from '../../shared/recent-events.ts';
import type { Intake } from '../intake.ts';
import type { IntakeLog } from '../item-log.ts';
import { isRefusal, type ParsedItem, type Refusal } from '../../messages/parse-report.ts';
import { isUnroutableMessage, type Message, type ParseMessage, type UnknownDevice } from '../../messages/message.ts';
import { waitOrAbort } from '../../shared/wait-or-abort.ts';
import { type LogRefusal, maxTopicLength } from './refusal-log.ts';

export interface QueueOptions {
  readonly parse: ParseMessage;
  readonly intake: Pick<Intake, 'ingest'>;
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
  /** Called for a message of a device that is assigned to no room. */
  readonly onUnknownDevice?: (device: UnknownDevice, caller: DeviceCaller) => void;
  readonly log: IntakeLog & { error(details: object, message: string): void };
}

export type MessageQueue = ReturnType<typeof createMessageQueue>;

interface QueuedMessage {
  readonly topic: string;
  readonly items: readonly (ParsedItem | Refusal)[];
  readonly caller: DeviceCaller;
  readonly source: object | string | undefined;
  readonly outcome: PromiseWithResolvers<'stored' | 'dropped'>;
}

/** The maximum number of items in a commit, because a commit holds its rows in memory. */
const maxBatchItems = 200;
const minBackoffMs = 100;
const maxBackoffMs = 5_000;

export function createMessageQueue(options: QueueOptions) {
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
        log.warn(
          { ...toLogEvent('messages-waiting'), waiting: queued.size, err: failure.error },
          'messages cannot be stored yet; retrying',
        );
        await waitOrAbort(backoffMs, closing.signal);
        backoffMs = Math.min(backoffMs * 2, maxBackoffMs);
      }
    }
    storing = undefined;
  }

  return {
    /**
     * Stores a message within the scope of the caller. Resolves after the commit (`stored`), or when the message
     * changes nothing (`dropped`). Rejects when it could not be stored, or was discarded.
     * `source`: whose messages `discard` rejects together, such as a connection that delivers them again.
     */
    add: (message: Message, caller: DeviceCaller, source?: object | string): Promise<'stored' | 'dropped'> => {
      const { topic } = message;
      const items = parse(message);
      if (isUnroutableMessage(items)) {
        if (typeof items === 'object') options.onUnknownDevice?.(items, caller);
        logRefusal(items, { topic, device: caller.keyName });
        return Promise.resolve('dropped');
      }
      const outcome = Promise.withResolvers<'stored' | 'dropped'>();
      const withTopic = items.map((item) =>
        isRefusal(item) ? { ...item, topic: topic.slice(0, maxTopicLength) } : item,
      );
      queued.add({ topic, items: withTopic, caller, source, outcome });
      storing ??= storeAll();
      return outcome.promise;
    },
    /** Rejects the messages of this source that wait; without `source` all. A broker delivers its messages again. */
    discard: (source?: object | string): void => {
      const discarded = [...queued].filter((message) => source === undefined || message.source === source);
      rejectAll(discarded, queued, new Error('the message was discarded'));
    },
    /** The number of waiting messages. */
    size: () => queued.size,
    /** Stores the waiting messages, and rejects those that fail instead of retrying them later. */
    close: async (): Promise<void> => {
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
 * Tries once to store messages of one caller. Settles the messages that are stored and those that can never be stored.
 * Returns the error if all other messages have to be tried again.
 */
async function storeBatch(
  batch: readonly QueuedMessage[],
  queued: Set<QueuedMessage>,
  options: QueueOptions,
): Promise<{ readonly error: unknown } | undefined> {
  const { intake, isPermanent, mayStore, logRefusal, log } = options;
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
    const results = await intake.ingest(
      batch.flatMap(({ items }) => items),
      first.caller,
      'mqtt',
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

/** Stores the messages of a failed batch one by one: the message that failed must not delay or drop any other. */
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
