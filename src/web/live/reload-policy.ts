/**
 * The page reloads 3 s after its live connection failed (LIVE-3), unless the connection is live again before (LIVE-4).
 * A page that was loaded by such a reload less than a minute ago does not reload again. Otherwise an outage would cause
 * an endless series of reloads.
 */
import { delay } from '../shared/delay.ts';

const reloadDelayMs = 3_000;
const minReloadIntervalMs = 60_000;
const leaveTimeoutMs = 10_000;
const storageKey = 'room-status:reloaded-at';

/**
 * The delay before the live connection is opened again. It is later than the reload of the page, and early enough that
 * a board is live 5 s after its server is back.
 */
export const reopenDelayMs = reloadDelayMs + 500;

export interface ReloadPolicyOptions {
  readonly storage: Storage;
  /** Whether a reload would load the page again, from the service worker or from the server. */
  readonly canReload: () => Promise<boolean>;
  readonly reload: () => void;
  /** Runs the work at a time when no renewal of the tokens is running. */
  readonly withTokenLock: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface ReloadPolicy {
  /** Schedules a reload. A second call changes nothing: the delay counts from the first call. */
  schedule(): void;
  cancel(): void;
}

export function createReloadPolicy({ storage, canReload, reload, withTokenLock }: ReloadPolicyOptions): ReloadPolicy {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function reloadIfPossible(): Promise<void> {
    const scheduled = timer;
    await withTokenLock(async () => {
      const mayReload = timer === scheduled && (await canReload());
      if (timer !== scheduled) return;
      timer = undefined;
      if (!mayReload) return;
      storage.setItem(storageKey, String(Date.now()));
      reload();
      // The page keeps the token lock while it is still running, so that it cannot start a renewal.
      await delay(leaveTimeoutMs);
    });
  }

  return {
    schedule: () => {
      if (timer !== undefined) return;
      const ageMs = Date.now() - Number(storage.getItem(storageKey) ?? Number.NEGATIVE_INFINITY);
      // NOTE: the age is negative after the clock was set back. A negative age must not block reloads.
      if (ageMs >= 0 && ageMs < minReloadIntervalMs) return;
      timer = setTimeout(() => void reloadIfPossible(), reloadDelayMs);
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

const pageCheckTimeoutMs = 2_000;

/**
 * Whether a reload would load the page again: always while the service worker is in control. Otherwise the server is
 * asked first, because an error page of the browser would replace the last known rooms.
 */
export async function canReloadPage(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true;
  try {
    const signal = AbortSignal.timeout(pageCheckTimeoutMs);
    // While the server is down a gateway may respond, but not with status 200.
    const { ok } = await fetch(location.origin, { method: 'HEAD', cache: 'no-store', signal });
    return ok;
  } catch {
    return false;
  }
}
