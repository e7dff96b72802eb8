/** Records when and from where each device key was last used, to the minute. Writes are batched, so that they delay no report. */
import type { Database } from '../../database/database.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { type KeyUse, storeKeyUsage } from './device-keys.ts';

const minuteMs = 60_000;

/** Where a key is used: a request, or a connection. Its address is read once a minute only. */
export interface KeyUseSource {
  readonly clientAddress: string;
}

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
  const pending = new Map<string, KeyUse>();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  async function flush(): Promise<void> {
    timer = undefined;
    const uses = [...pending];
    pending.clear();
    for (const [keyId, use] of uses) {
      try {
        await storeKeyUsage(database, keyId, use);
        stored.set(keyId, use.at);
        isFailing = false;
      } catch (error) {
        // No retry: the next use of the key is stored again. Of several failures in a row only the first is logged.
        if (!isFailing) log.warn({ err: error, keyId }, 'the last use of a device key cannot be stored');
        isFailing = true;
      }
    }
  }

  return {
    record: (keyId: string, source?: KeyUseSource): void => {
      const minute = now() - (now() % minuteMs);
      if (stored.get(keyId) === minute || pending.get(keyId)?.at === minute) return;
      pending.set(keyId, { at: minute, from: source?.clientAddress ?? null });
      timer ??= setTimeout(() => void flush(), flushIntervalMs).unref();
    },
    /** Writes the uses that are not stored yet. */
    close: async (): Promise<void> => {
      clearTimeout(timer);
      await flush();
    },
  };
}
