/** Records when and from where each device key was last used, to the minute. Writes are batched, so that they delay no report. */
import type { Database } from '../../database/database.ts';
import { createDelayedWrite } from '../../shared/delayed-write.ts';
import type { WarnLog } from '../../shared/throttled-log.ts';
import { type KeyUse, storeKeyUsage } from './device-keys.ts';

const minuteMs = 60_000;

/** The request or connection that uses a key. Its address is read at most once a minute. */
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

  // A failed write is not retried, because the next use of the key is stored.
  const { schedule, close } = createDelayedWrite({
    delayMs: flushIntervalMs,
    write: async () => {
      const uses = [...pending];
      pending.clear();
      for (const [keyId, use] of uses) {
        await storeKeyUsage(database, keyId, use);
        stored.set(keyId, use.at);
      }
    },
    log,
    failure: 'the last use of a device key cannot be stored',
  });

  return {
    record: (keyId: string, source?: KeyUseSource): void => {
      const minute = now() - (now() % minuteMs);
      if (stored.get(keyId) === minute || pending.get(keyId)?.at === minute) return;
      pending.set(keyId, { at: minute, from: source?.clientAddress ?? null });
      schedule();
    },
    close,
  };
}
