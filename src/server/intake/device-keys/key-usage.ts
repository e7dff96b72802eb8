/** Records when each device key was last used, to the minute. Writes are batched, so that they delay no report. */
import type { Database } from '../../database/database.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { storeKeyUsage } from './device-keys.ts';

const minuteMs = 60_000;

export interface KeyUsage {
  record(keyId: string): void;
  /** Writes what is still pending. */
  close(): Promise<void>;
}

export interface KeyUsageOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
  readonly flushIntervalMs?: number;
}

export function createKeyUsage({ database, now, log, flushIntervalMs = 2_000 }: KeyUsageOptions): KeyUsage {
  /** The minute of the last use, by key id. */
  const stored = new Map<string, number>();
  const pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  async function flush(): Promise<void> {
    timer = undefined;
    const uses = [...pending];
    pending.clear();
    for (const [keyId, minute] of uses) {
      try {
        await storeKeyUsage(database, keyId, minute);
        stored.set(keyId, minute);
        isFailing = false;
      } catch (error) {
        // The next use of the key is the retry. A failure that lasts is logged once.
        if (!isFailing) log.warn({ err: error, keyId }, 'the last use of a device key cannot be stored');
        isFailing = true;
      }
    }
  }

  return {
    record: (keyId) => {
      const minute = now() - (now() % minuteMs);
      if (stored.get(keyId) === minute) return;
      pending.set(keyId, minute);
      timer ??= setTimeout(() => void flush(), flushIntervalMs).unref();
    },
    close: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}
