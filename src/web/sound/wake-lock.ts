/** Keeps the screen on while a board is open. */
import type { WakeLockState } from '../../domain/watched-ward.ts';
import { createStore } from '../shared/create-store.ts';

/** The state of the wake lock. Undefined: not known yet, or the page is hidden. */
export const wakeLockStore = createStore<WakeLockState | undefined>(undefined);

/** Keeps the screen on until the returned function is called. */
export function holdWakeLock(): () => void {
  let isWanted = true;
  let lock: WakeLockSentinel | undefined;

  async function request(): Promise<void> {
    if (!('wakeLock' in navigator)) return wakeLockStore.set('unsupported');
    if (document.visibilityState !== 'visible' || wakeLockStore.get() === 'held') return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (!isWanted) return await lock.release();
      lock.addEventListener('release', onRelease);
      wakeLockStore.set('held');
    } catch {
      // The browser refuses the lock, for example when the battery is low. The board works without it.
      wakeLockStore.set('refused');
    }
  }

  // The page requests the lock again when it is visible, because the browser releases the lock of a hidden page.
  const onRelease = () => wakeLockStore.set(document.visibilityState === 'visible' ? 'refused' : undefined);
  const onChance = () => void request();
  document.addEventListener('visibilitychange', onChance);
  // Requests the lock at a click too, because some browsers grant it only then.
  document.addEventListener('click', onChance);
  void request();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onChance);
    document.removeEventListener('click', onChance);
    lock?.removeEventListener('release', onRelease);
    void lock?.release();
    wakeLockStore.set(undefined);
  };
}
