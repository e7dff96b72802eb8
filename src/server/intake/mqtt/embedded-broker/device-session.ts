/** The session of one client of the embedded broker: its device key, its rate limit and its unstored messages. */
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { KeyUseSource } from '../../device-keys/key-usage.ts';
import type { TokenBuckets } from '../../limits/token-bucket.ts';
import type { Message } from '../message.ts';
import type { MessageQueue } from '../message-queue.ts';
import { pause } from '../pause.ts';
import type { LogRefusal } from '../refusal-log.ts';

export type DeviceSession = ReturnType<typeof createDeviceSession>;

/** The maximum number of topic filters of one client. Each filter costs a database query and memory. */
const maxFilters = 200;

export function createDeviceSession(options: {
  readonly caller: DeviceCaller;
  readonly source: KeyUseSource;
  readonly queue: MessageQueue;
  readonly limits: TokenBuckets;
  readonly logRefusal: LogRefusal;
}) {
  const { caller, source, queue, limits, logRefusal } = options;
  const closing = new AbortController();
  const filters = new Set<string>();
  let lastTurn = Promise.resolve();

  /** Waits until the rate limit admits the message. Meanwhile the broker reads nothing more from the client. */
  async function waitForRateLimit({ topic }: Message): Promise<void> {
    let isLogged = false;
    for (let waitMs = limits.waitMs(caller); waitMs > 0; waitMs = limits.waitMs(caller)) {
      if (!isLogged) logRefusal('throttled', { topic, device: caller.keyName });
      isLogged = true;
      await pause(waitMs, closing.signal);
      closing.signal.throwIfAborted();
    }
    limits.consume(caller, 1);
  }

  return {
    caller,
    source,
    /** Stores a message, in order of arrival. Rejects when the device must send it again. */
    ingest: async (message: Message): Promise<'stored' | 'dropped'> => {
      const turn = lastTurn.then(() => waitForRateLimit(message));
      lastTurn = turn.catch(() => undefined);
      await turn;
      return queue.add(message, caller);
    },
    /** Counts the filter. Returns false if the client has subscribed to too many different filters. */
    countFilter: (filter: string) =>
      filters.has(filter) || (filters.size < maxFilters && filters.add(filter).has(filter)),
    /** Gives up the messages that wait for the rate limit, and resolves when the others are stored or given up. */
    close: async (): Promise<void> => {
      closing.abort();
      await queue.close();
    },
  };
}
