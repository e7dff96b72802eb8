/** The session of one client of the embedded broker: its device key, its rate limit and its unstored messages. */
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { TokenBuckets } from '../../limits/token-bucket.ts';
import type { Message } from '../message.ts';
import type { MessageQueue } from '../message-queue.ts';
import { pause } from '../pause.ts';
import type { LogRefusal } from '../refusal-log.ts';

export interface DeviceSession {
  readonly caller: DeviceCaller;
  /** Stores a message, in order of arrival. Rejects when the device must send it again. */
  ingest(message: Message): Promise<'stored' | 'dropped'>;
  /** Counts the filter. False: the client has subscribed to too many different filters. */
  countFilter(filter: string): boolean;
  /** The client has disconnected: drops the messages that wait for the rate limit. */
  disconnect(): void;
  /** Resolves when all accepted messages are stored or given up. */
  close(): Promise<void>;
}

/** Each filter costs a database query and memory. */
const maxFilters = 200;

export function createDeviceSession(options: {
  readonly caller: DeviceCaller;
  readonly queue: MessageQueue;
  readonly limits: TokenBuckets;
  readonly logRefusal: LogRefusal;
  /** Called for each message. */
  readonly onUsed: () => void;
}): DeviceSession {
  const { caller, queue, limits, logRefusal, onUsed } = options;
  const { keyName: device } = caller;
  const closing = new AbortController();
  const filters = new Set<string>();
  let lastTurn = Promise.resolve();
  let isDisconnected = false;

  /** Slows a flood down instead of dropping it: the broker stops reading from the client meanwhile. */
  async function waitForRateLimit({ topic }: Message): Promise<void> {
    let isLogged = false;
    for (let waitMs = limits.waitMs(caller); waitMs > 0; waitMs = limits.waitMs(caller)) {
      if (!isLogged) logRefusal('throttled', { topic, device });
      isLogged = true;
      await pause(waitMs, closing.signal);
      closing.signal.throwIfAborted();
    }
    limits.consume(caller, 1);
  }

  return {
    caller,
    ingest: async (message) => {
      onUsed();
      const turn = lastTurn.then(() => waitForRateLimit(message));
      lastTurn = turn.catch(() => undefined);
      try {
        await turn;
      } catch (error) {
        if (!isDisconnected) throw error;
        logRefusal('gone', { topic: message.topic, device });
        return 'dropped';
      }
      return queue.add(message, caller);
    },
    countFilter: (filter) => filters.has(filter) || (filters.size < maxFilters && filters.add(filter).has(filter)),
    disconnect: () => {
      isDisconnected = true;
      closing.abort();
    },
    close: async () => {
      closing.abort();
      await queue.close();
    },
  };
}
