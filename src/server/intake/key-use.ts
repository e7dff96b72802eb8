/** When each device key was last used, to the minute. Written now and then, and never in a report's way. */
import type { Database } from '../database/database.ts';
import { recordKeyUse } from './device-keys.ts';
import type { IntakeLog } from './take-items.ts';

const minuteMs = 60_000;

export interface KeyUse {
  used(keyId: string): void;
  /** Writes what is not yet written. */
  close(): Promise<void>;
}

export interface KeyUseOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly log: Pick<IntakeLog, 'warn'>;
  /** How long uses are gathered before they are written. */
  readonly gatherMs?: number;
}

export function createKeyUse({ database, now, log, gatherMs = 2_000 }: KeyUseOptions): KeyUse {
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
        await recordKeyUse(database, keyId, minute);
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
    used: (keyId) => {
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
