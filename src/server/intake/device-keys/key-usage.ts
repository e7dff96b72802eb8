/** Records when each device key was last used, to the minute. Writes are batched, so that they delay no report. */
import type { Database } from '../../database/database.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { storeKeyUsage } from './device-keys.ts';

const minuteMs = 60_000;

interface KeyUsageOptions {
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: WarnLog;
  readonly flushIntervalMs?: number;
}

export function createKeyUsage({ database, now, log, flushIntervalMs = 2_000 }: KeyUsageOptions) {
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
        // No retry: the next use of the key is stored again. Of several failures in a row only the first is logged.
        if (!isFailing) log.warn({ err: error, keyId }, 'the last use of a device key cannot be stored');
        isFailing = true;
      }
    }
  }

  return {
    record: (keyId: string): void => {
      const minute = now() - (now() % minuteMs);
      if (stored.get(keyId) === minute) return;
      pending.set(keyId, minute);
      timer ??= setTimeout(() => void flush(), flushIntervalMs).unref();
    },
    /** Writes the uses that are not stored yet. */
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await flush();
    },
  };
}
