import { useEffect, useEffectEvent } from 'react';

/** Nobody has touched the page for so long: nobody is in the middle of something. */
const quietMs = 30_000;

/** Calls `act` once, when the page is hidden or has been left alone for half a minute. */
export function useQuietMoment(isWanted: boolean, act: () => void): void {
  const onQuiet = useEffectEvent(act);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stopping = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(onQuiet, quietMs);
    };
    const actIfHidden = () => {
      if (document.visibilityState === 'hidden') onQuiet();
    };
    wait();
    actIfHidden();
    for (const touch of ['pointerdown', 'keydown', 'scroll']) {
      window.addEventListener(touch, wait, { passive: true, signal: stopping.signal });
    }
    document.addEventListener('visibilitychange', actIfHidden, { signal: stopping.signal });
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [isWanted]);
}
