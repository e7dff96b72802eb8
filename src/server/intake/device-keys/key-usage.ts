/** When each device key was last used, to the minute. Written now and then, and never in a report's way. */
import type { Database } from '../../database/database.ts';
import { storeKeyUsage } from './device-keys.ts';
import type { IntakeLog } from '../ingest-items.ts';

const minuteMs = 60_000;

export interface KeyUsage {
  record(keyId: string): void;
  /** Writes what is not yet written. */
  close(): Promise<void>;
}

export interface KeyUsageOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly log: Pick<IntakeLog, 'warn'>;
  /** How long uses are gathered before they are written. */
  readonly gatherMs?: number;
}

export function createKeyUsage({ database, now, log, gatherMs = 2_000 }: KeyUsageOptions): KeyUsage {
  const written = new Map<string, number>();
  const waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  async function write(): Promise<void> {
    timer = undefined;
    const uses = [...waiting];
    waiting.clear();
    for (const [keyId, minute] of uses) {
      try {
        await storeKeyUsage(database, keyId, minute);
        written.set(keyId, minute);
        isFailing = false;
      } catch (error) {
        // With the next use it is tried again; until that works it is no news.
        if (!isFailing) log.warn({ err: error, keyId }, 'the last use of a device key could not be written');
        isFailing = true;
      }
    }
  }

  return {
    record: (keyId) => {
      const minute = now() - (now() % minuteMs);
      if (written.get(keyId) === minute) return;
      waiting.set(keyId, minute);
      timer ??= setTimeout(() => void write(), gatherMs).unref();
    },
    close: async () => {
      clearTimeout(timer);
      await write();
    },
  };
}
