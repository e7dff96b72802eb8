/** Keeps the screen on while a board is open. */
import { useSyncExternalStore } from 'react';
import type { WakeLock } from '../../../domain/watched-ward.ts';

const listeners = new Set<() => void>();
let current: WakeLock | undefined;

/** Keeps the screen on until the returned function is called. */
export function holdWakeLock(): () => void {
  let isWanted = true;
  let lock: WakeLockSentinel | undefined;

  async function request(): Promise<void> {
    if (!('wakeLock' in navigator)) return set('unsupported');
    if (document.visibilityState !== 'visible' || current === 'held') return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (!isWanted) return await lock.release();
      lock.addEventListener('release', onRelease);
      set('held');
    } catch {
      // For example because the battery of the device is low. The board works without the lock.
      set('refused');
    }
  }

  // The browser releases the lock when the page is hidden, so the lock is requested again when the page is visible.
  const onRelease = () => set(document.visibilityState === 'visible' ? 'refused' : undefined);
  const onChance = () => void request();
  document.addEventListener('visibilitychange', onChance);
  // Some browsers grant the lock only during a click.
  document.addEventListener('click', onChance);
  void request();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onChance);
    document.removeEventListener('click', onChance);
    lock?.removeEventListener('release', onRelease);
    void lock?.release();
    set(undefined);
  };
}

/** Undefined: not known yet, or the page is hidden. */
export function currentWakeLock(): WakeLock | undefined {
  return current;
}

export function subscribeWakeLock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWakeLock(): WakeLock | undefined {
  return useSyncExternalStore(subscribeWakeLock, currentWakeLock);
}

function set(state: WakeLock | undefined): void {
  if (state === current) return;
  current = state;
  for (const listener of listeners) listener();
}
