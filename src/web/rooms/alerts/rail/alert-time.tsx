import { useSyncExternalStore } from 'react';
import { clockOffsetMs } from '../../../api/server-clock.ts';
import { subscribeClock } from '../../../ui/time/clock.ts';
import { elapsedTime } from '../../../ui/time/time-format.ts';

/** How long ago something happened, counting in seconds. All counters of the page share one timer. */
export function AlertTime({ startedAt }: { readonly startedAt: string }) {
  const elapsed = useSyncExternalStore(subscribeSeconds, () => elapsedTime(startedAt, Date.now() + clockOffsetMs()));
  return <time dateTime={startedAt}>{elapsed}</time>;
}

function subscribeSeconds(listener: () => void): () => void {
  return subscribeClock(1_000, listener);
}
