/** One attempt to store a batch of messages. A message that makes the batch fail is isolated. */
import type { DeviceCaller } from '../../http/api-server.ts';
import type { IngestItems, IntakeLog } from '../ingest-items.ts';
import type { ParsedItem, Refusal } from '../parse-report.ts';
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

/**
 * Settles the messages that are stored, or never can be. Returns the error if others have to be tried again.
 * All messages must have the same caller. `isQueued`: false for a message that was discarded meanwhile.
 */
export async function storeMessages(
  messages: readonly QueuedMessage[],
  isQueued: (message: QueuedMessage) => boolean,
  options: StoreOptions,
): Promise<{ readonly error: unknown } | undefined> {
  const { isTemporary, isPermanent, mayStore, logRefusal, log } = options;
  const [first, ...others] = messages;
  if (first === undefined) return undefined;
  if (mayStore?.() === false) {
    for (const { reject } of messages) reject(new Error('another process reads the broker'));
    return undefined;
  }
  try {
    await ingestAll(messages, first.caller, options);
    return undefined;
  } catch (error) {
    if (isTemporary(error)) return { error };
    // One message may be the cause. The others must not be delayed or dropped because of it.
    if (others.length > 0) return storeOneByOne(messages, isQueued, options);
    if (!isPermanent(error)) return { error };
    logRefusal('failed', { topic: first.topic });
    log.error({ topic: first.topic, err: error }, 'a message cannot be stored');
    first.resolve('dropped');
    return undefined;
  }
}

async function storeOneByOne(...[messages, isQueued, options]: Parameters<typeof storeMessages>) {
  for (const message of messages) {
    if (!isQueued(message)) continue;
    const failure = await storeMessages([message], isQueued, options);
    if (failure !== undefined) return failure;
  }
  return undefined;
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
