import { useEffect } from 'react';

/** Keeps the screen on while a ward is open. */
export function useWakeLock(): void {
  useEffect(() => {
    let isWanted = true;
    let lock: WakeLockSentinel | undefined;
    // The browser releases the lock when the page is hidden, so the lock is requested again when the page is visible.
    async function request(): Promise<void> {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (!isWanted) await lock.release();
      } catch {
        // The device refused the lock, for example because its battery is low. The board works without the lock.
      }
    }
    const onVisible = () => void request();
    document.addEventListener('visibilitychange', onVisible);
    void request();
    return () => {
      isWanted = false;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
