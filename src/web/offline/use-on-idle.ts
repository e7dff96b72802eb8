import { useEffect, useEffectEvent } from 'react';

const idleAfterMs = 30_000;

/** Calls `onIdle` once, when the page is hidden or nobody has touched it for 30 s. */
export function useOnIdle(isEnabled: boolean, onIdle: () => void): void {
  const callback = useEffectEvent(onIdle);
  useEffect(() => {
    if (!isEnabled) return undefined;
    const stopping = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(callback, idleAfterMs);
    };
    const callIfHidden = () => {
      if (document.visibilityState === 'hidden') callback();
    };
    restartTimer();
    callIfHidden();
    for (const event of ['pointerdown', 'keydown', 'scroll']) {
      window.addEventListener(event, restartTimer, { passive: true, signal: stopping.signal });
    }
    document.addEventListener('visibilitychange', callIfHidden, { signal: stopping.signal });
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [isEnabled]);
}
