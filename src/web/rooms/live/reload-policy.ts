/**
 * The page reloads 3 s after the live connection failed (LIVE-3), unless it is live again before
 * (LIVE-4). A page that was itself born of such a reload less than a minute ago goes on connecting
 * instead: an outage must not become a page that only ever reloads.
 */
export const reloadDelayMs = 3_000;
const restMs = 60_000;
const storageKey = 'room-status:reloaded-at';

export interface ReloadPolicyOptions {
  readonly storage: Storage;
  readonly now: () => number;
  /** Whether a page would come back: from the offline shell or, without it, from the server. */
  readonly canReload: () => Promise<boolean>;
  readonly reload: () => void;
}

export interface ReloadPolicy {
  /** The connection failed. */
  failed(): void;
  /** The connection is live: a reload that is on its way is called off. */
  recovered(): void;
}

export function createReloadPolicy(options: ReloadPolicyOptions): ReloadPolicy {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function reloadIfPossible(): Promise<void> {
    const pending = timer;
    const possible = await options.canReload();
    if (timer !== pending) return;
    timer = undefined;
    if (!possible) return;
    options.storage.setItem(storageKey, String(options.now()));
    options.reload();
  }

  return {
    failed: () => {
      const age = options.now() - Number(options.storage.getItem(storageKey) ?? Number.NEGATIVE_INFINITY);
      // NOTE: a clock that was set back makes the age negative; such a mark says nothing.
      if (timer === undefined && age >= 0 && age < restMs) return;
      timer ??= setTimeout(() => void reloadIfPossible(), reloadDelayMs);
    },
    recovered: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
