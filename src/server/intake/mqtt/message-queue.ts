/**
 * Messages in the order in which they came, stored together as far as they wait together. Each is answered once
 * it is durable, or once it is clear that it never will be: only then its broker may forget it.
 */
import type { DeviceCaller } from '../../http/api-server.ts';
import type { IntakeLog, IngestItems } from '../ingest-items.ts';
import type { LogRefusal } from './refusal-log.ts';
import type { ParsedItem, Refusal } from '../parse-report.ts';
import { isUnroutable, type Message, type ParseMessage } from './message.ts';

export interface QueueOptions {
  readonly read: ParseMessage;
  readonly take: IngestItems;
  /** Whether an error passes by itself: the database is away, too much is waiting. */
  readonly isPassing: (error: unknown) => boolean;
  /**
   * Whether a message that failed with it can never be stored, so that its broker may forget it. What neither
   * passes nor is hopeless may be mended by somebody: until then the message is kept.
   */
  readonly isHopeless: (error: unknown) => boolean;
  /** Before anything is stored. What it throws is thrown by the storing. */
  readonly beforeStoring?: () => Promise<void>;
  /** True: a message waits until it can be stored. False: its sender is told at once, and repeats it. */
  readonly isPatient: boolean;
  readonly logRefusal: LogRefusal;
  readonly log: IntakeLog & { error(details: object, message: string): void };
}

export interface MessageQueue {
  /**
   * In the caller's name, and so within its scope. Resolves when it is durable (`taken`) or of no use to
   * anybody. Rejects when it could not be stored. `from`: on what it came, where that will bring it again.
   */
  add(message: Message, caller: DeviceCaller, from?: object): Promise<'taken' | 'dropped'>;
  /** What still waits and came from there is not stored: it will come again, and would be there twice. */
  forget(from: object): void;
  /** How many wait. */
  size(): number;
  /** Finishes what waits, but does not wait for a database that is away. */
  close(): Promise<void>;
}

interface Waiting {
  readonly topic: string;
  readonly items: readonly (ParsedItem | Refusal)[];
  readonly caller: DeviceCaller;
  readonly from: object | undefined;
  readonly resolve: (outcome: 'taken' | 'dropped') => void;
  readonly reject: (error: unknown) => void;
}

const largestBatch = 200;
/** A message may be about all rooms of a house; what is stored together has to fit into what may wait. */
const mostItems = 2_000;
const firstPauseMs = 100;
const longestPauseMs = 5_000;

export function createMessageQueue(options: QueueOptions): MessageQueue {
  const { read, take, isPassing, isHopeless, beforeStoring, isPatient, logRefusal, log } = options;
  const closing = new AbortController();
  let waiting: Waiting[] = [];
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    // Whatever arrives within this turn goes together.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = nextBatch(waiting);
      await store(batch);
      const done = new Set(batch);
      waiting = waiting.filter((one) => !done.has(one));
    }
    working = undefined;
  }

  async function store(batch: readonly Waiting[]): Promise<void> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      let left = batch;
      try {
        await beforeStoring?.();
        left = notForgotten(batch);
        return await storeOnce(left);
      } catch (error) {
        const [first, ...others] = left;
        if (!isPassing(error) && others.length > 0) return storeOneByOne(left);
        if (!isPassing(error) && first !== undefined && isHopeless(error)) return drop(first, error);
        if (!isPatient || closing.signal.aborted) {
          for (const { reject } of left) reject(error);
          return;
        }
        log.warn({ waiting: waiting.length, err: error }, 'messages wait to be stored');
        await pause(pauseMs, closing.signal);
      }
    }
  }

  function notForgotten(batch: readonly Waiting[]): readonly Waiting[] {
    const all = new Set(waiting);
    return batch.filter((one) => all.has(one));
  }

  async function storeOnce(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch;
    if (first === undefined) return;
    const results = await take(
      batch.flatMap(({ items }) => items),
      first.caller,
      log,
    );
    let place = 0;
    for (const { items, resolve } of batch) {
      const own = results.slice(place, (place += items.length));
      resolve(own.some(({ outcome }) => outcome !== 'refused') ? 'taken' : 'dropped');
    }
  }

  /** One of them may be what nothing can store: the others shall not suffer for it. */
  async function storeOneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const one of batch) await store([one]);
  }

  function drop({ topic, resolve }: Waiting, error: unknown): void {
    logRefusal('failed', { topic });
    log.error({ topic, err: error }, 'a message cannot be stored');
    resolve('dropped');
  }

  return {
    add: (message, caller, from) => {
      const items = read(message);
      if (isUnroutable(items)) {
        logRefusal(items, { topic: message.topic, device: caller.keyName });
        return Promise.resolve('dropped');
      }
      if (items.length === 0) return Promise.resolve('dropped');
      return new Promise((resolve, reject) => {
        waiting.push({ topic: message.topic, items, caller, from, resolve, reject });
        working ??= work();
      });
    },
    forget: (from) => {
      const gone = waiting.filter((one) => one.from === from);
      waiting = waiting.filter((one) => one.from !== from);
      for (const { reject } of gone) reject(new Error('it will come again'));
    },
    size: () => waiting.length,
    close: async () => {
      closing.abort();
      await working;
    },
  };
}

/** Those at the front that come in one name. */
function nextBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  const keyId = waiting[0]?.caller.keyId;
  let count = 0;
  const end = waiting.findIndex(({ caller, items }, index) => {
    count += items.length;
    return index === largestBatch || caller.keyId !== keyId || (index > 0 && count > mostItems);
  });
  // A list of its own: more is put behind the others while these are stored.
  return waiting.slice(0, end === -1 ? undefined : end);
}

/** Ends early when the signal does. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
