/** Stores a batch of messages: retries with backoff, isolates a message that fails, settles the promise of each. */
import type { DeviceCaller } from '../../http/api-server.ts';
import type { IngestItems, IntakeLog } from '../ingest-items.ts';
import type { ParsedItem, Refusal } from '../parse-report.ts';
import { pause } from './pause.ts';
import type { LogRefusal } from './refusal-log.ts';

export interface StoreOptions {
  readonly ingest: IngestItems;
  /** A retry may succeed without anybody's help: the database is unavailable, or there is backpressure. */
  readonly isTemporary: (error: unknown) => boolean;
  /**
   * The message itself can never be stored, so the broker may forget it. An error that is neither temporary nor
   * permanent can be repaired by an operator, so the message is kept until then.
   */
  readonly isPermanent: (error: unknown) => boolean;
  /** Checked before each attempt. False: another process reads the broker now, so the messages are rejected. */
  readonly mayStore?: () => boolean;
  /** `retry`: wait until a message can be stored. `reject`: its sender repeats it. */
  readonly onUnavailable: 'retry' | 'reject';
  readonly logRefusal: LogRefusal;
  readonly log: IntakeLog & { error(details: object, message: string): void };
}

export interface QueuedMessage {
  readonly topic: string;
  readonly items: readonly (ParsedItem | Refusal)[];
  readonly caller: DeviceCaller;
  /** The connection that delivers the message again if it is not acknowledged; undefined: none does. */
  readonly source: object | undefined;
  readonly resolve: (outcome: 'stored' | 'dropped') => void;
  readonly reject: (error: unknown) => void;
}

const minBackoffMs = 100;
const maxBackoffMs = 5_000;

/**
 * Settles every message that is still queued. All messages must have the same caller.
 * `isQueued` is checked before each attempt, since a message can be discarded during a backoff.
 */
export async function storeMessages(
  batch: readonly QueuedMessage[],
  isQueued: (message: QueuedMessage) => boolean,
  closing: AbortSignal,
  options: StoreOptions,
): Promise<void> {
  for (let backoffMs = minBackoffMs; ; backoffMs = Math.min(backoffMs * 2, maxBackoffMs)) {
    const messages = batch.filter(isQueued);
    const reaction = await attempt(messages, options);
    if (reaction === 'done') return;
    if (reaction === 'one by one') {
      for (const message of messages) await storeMessages([message], isQueued, closing, options);
      return;
    }
    if (options.onUnavailable === 'reject' || closing.aborted) return rejectAll(messages, reaction.error);
    options.log.warn({ waiting: messages.length, err: reaction.error }, 'messages cannot be stored yet; retrying');
    await pause(backoffMs, closing);
  }
}

type Reaction = 'done' | 'one by one' | { readonly error: unknown };

async function attempt(messages: readonly QueuedMessage[], options: StoreOptions): Promise<Reaction> {
  const { isTemporary, isPermanent, mayStore, logRefusal, log } = options;
  const [first, ...others] = messages;
  if (first === undefined) return 'done';
  if (mayStore?.() === false) {
    rejectAll(messages, new Error('another process reads the broker'));
    return 'done';
  }
  try {
    await ingestAll(messages, first.caller, options);
    return 'done';
  } catch (error) {
    if (isTemporary(error)) return { error };
    // One message may be the cause. The others must not be delayed or dropped because of it.
    if (others.length > 0) return 'one by one';
    if (!isPermanent(error)) return { error };
    logRefusal('failed', { topic: first.topic });
    log.error({ topic: first.topic, err: error }, 'a message cannot be stored');
    first.resolve('dropped');
    return 'done';
  }
}

async function ingestAll(messages: readonly QueuedMessage[], caller: DeviceCaller, options: StoreOptions) {
  const items = messages.flatMap((message) => message.items);
  const results = await options.ingest(items, caller, options.log);
  let start = 0;
  for (const message of messages) {
    const own = results.slice(start, (start += message.items.length));
    message.resolve(own.some(({ outcome }) => outcome !== 'refused') ? 'stored' : 'dropped');
  }
}

function rejectAll(messages: readonly QueuedMessage[], error: unknown): void {
  for (const { reject } of messages) reject(error);
}
