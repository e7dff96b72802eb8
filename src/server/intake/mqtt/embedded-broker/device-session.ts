/** The session of one client of the embedded broker: its device key, its rate limit and its unstored messages. */
import type { DeviceCaller } from '../../../http/api-server.ts';
import type { KeyUseSource } from '../../../devices/keys/key-usage.ts';
import type { TokenBuckets } from '../../limits/token-bucket.ts';
import type { Message } from '../../../messages/message.ts';
import type { MessageQueue } from '../message-queue.ts';
import { waitOrAbort } from '../../../shared/wait-or-abort.ts';
import type { LogRefusal } from '../refusal-log.ts';

export type DeviceSession = ReturnType<typeof createDeviceSession>;

export function createDeviceSession(options: {
  readonly caller: DeviceCaller;
  readonly source: KeyUseSource;
  readonly queue: MessageQueue;
  readonly limits: TokenBuckets;
  readonly logRefusal: LogRefusal;
}) {
  const { caller, source, queue, limits, logRefusal } = options;
  const closing = new AbortController();
  let lastTurn = Promise.resolve();

  /** Waits until the rate limit admits the message. Meanwhile the broker reads nothing more from the client. */
  async function waitForRateLimit({ topic }: Message): Promise<void> {
    let isLogged = false;
    for (let waitMs = limits.waitMs(caller); waitMs > 0; waitMs = limits.waitMs(caller)) {
      if (!isLogged) logRefusal('throttled', { topic, device: caller.keyName });
      isLogged = true;
      await waitOrAbort(waitMs, closing.signal);
      closing.signal.throwIfAborted();
    }
    limits.consume(caller, 1);
  }

  return {
    caller,
    source,
    /** Stores a message, in order of arrival. Rejects when the device must send it again. */
    ingest: async (message: Message): Promise<void> => {
      const turn = lastTurn.then(() => waitForRateLimit(message));
      lastTurn = turn.catch(() => undefined);
      await turn;
      await queue.add(message, caller);
    },
    /** Rejects the messages that wait for the rate limit, and resolves when all other messages are stored or rejected. */
    close: async (): Promise<void> => {
      closing.abort();
      await queue.close();
    },
  };
}
