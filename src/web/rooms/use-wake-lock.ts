import { useEffect } from 'react';

/** Keeps the screen on while a ward is open: a board that has gone dark watches over nobody. */
export function useWakeLock(): void {
  useEffect(() => {
    let isWanted = true;
    let lock: WakeLockSentinel | undefined;
    // The browser lets go whenever the page is hidden, so it is asked again each time it is shown.
    async function hold(): Promise<void> {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (!isWanted) await lock.release();
      } catch {
        // Low battery or a policy: the device decides.
      }
    }
    const onVisible = () => void hold();
    document.addEventListener('visibilitychange', onVisible);
    void hold();
    return () => {
      isWanted = false;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
