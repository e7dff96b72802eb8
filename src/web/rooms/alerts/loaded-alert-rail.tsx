import { useEffect, useState } from 'react';
import { delay } from '../../api/delay.ts';
import type { AlertRail, AlertRailProps } from './alert-rail.tsx';

interface RailModule {
  readonly AlertRail: typeof AlertRail;
}

const retryDelayMs = 5_000;

/** Loads the rail, which is not part of the first load, so that the cards do not wait for it. */
export function LoadedAlertRail(props: AlertRailProps) {
  const [loaded, setLoaded] = useState<RailModule>();
  useEffect(() => {
    const stopping = new AbortController();
    loadRail(stopping.signal).then(setLoaded, () => undefined);
    return () => stopping.abort();
  }, []);
  return loaded !== undefined && <loaded.AlertRail {...props} />;
}

async function loadRail(signal: AbortSignal): Promise<RailModule> {
  for (;;) {
    try {
      return await import('./alert-rail.tsx');
    } catch (error) {
      console.error('The alerts could not be loaded, reason:', error);
      await delay(retryDelayMs, signal);
    }
  }
}
