/**
 * The page reloads 3 s after the live connection failed (LIVE-3), unless it is live again before
 * (LIVE-4). A page that was itself reloaded less than a minute ago does not reload again, so that
 * an outage does not become an endless series of reloads.
 */
export const reloadDelayMs = 3_000;
const minReloadIntervalMs = 60_000;
const storageKey = 'room-status:reloaded-at';

export interface ReloadPolicyOptions {
  readonly storage: Storage;
  /** Whether a reload would end in a page: from the service worker or, without it, from the server. */
  readonly canReload: () => Promise<boolean>;
  readonly reload: () => void;
}

export interface ReloadPolicy {
  /** Safe to call again while a reload is scheduled: the delay counts from the first call. */
  schedule(): void;
  cancel(): void;
}

export function createReloadPolicy({ storage, canReload, reload }: ReloadPolicyOptions): ReloadPolicy {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function reloadIfPossible(): Promise<void> {
    const scheduled = timer;
    const isPossible = await canReload();
    if (timer !== scheduled) return;
    timer = undefined;
    if (!isPossible) return;
    storage.setItem(storageKey, String(Date.now()));
    reload();
  }

  return {
    schedule: () => {
      if (timer !== undefined) return;
      const ageMs = Date.now() - Number(storage.getItem(storageKey) ?? Number.NEGATIVE_INFINITY);
      // NOTE: a clock that was set back makes the age negative. Such an entry must not block reloads.
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
 * Whether a reload would end in a page. It always does with the service worker in control. Without it
 * the server is asked first, because the error page of the browser would replace the last known rooms.
 */
export async function canReloadPage(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true;
  try {
    const signal = AbortSignal.timeout(pageCheckTimeoutMs);
    // A gateway may answer while the server is away, but not with status 200.
    const { ok } = await fetch(location.origin, { method: 'HEAD', cache: 'no-store', signal });
    return ok;
  } catch {
    return false;
  }
}
