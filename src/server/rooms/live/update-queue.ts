/** Collects the changes of wards until they are delivered to the viewers. */
import type { WardChange } from './ward-cache.ts';

/** After this time the process handles other work before it delivers more. */
const maxDeliveryMs = 3;

/**
 * Coalesces changes for each ward and delivers them as one list. An idle server delivers at once. Under load, a change
 * of a queued ward joins its list, so the lists become longer instead of later. Each added update must be newer than
 * the queued one of the same stream.
 */
export function createUpdateQueue(send: (wardUUID: string, changes: readonly WardChange[]) => void): typeof send {
  /** Ward uuid -> stream uuid -> newest change. Wards are in the order of their first queued change. */
  const queue = new Map<string, Map<string, WardChange>>();
  let isScheduled = false;

  function deliverQueued(): void {
    isScheduled = false;
    const until = performance.now() + maxDeliveryMs;
    for (const [wardUUID, changes] of queue) {
      queue.delete(wardUUID);
      send(wardUUID, [...changes.values()]);
      if (performance.now() > until) break;
    }
    if (queue.size > 0) schedule(setImmediate);
  }

  function schedule(later: (deliver: () => void) => unknown): void {
    if (isScheduled) return;
    isScheduled = true;
    later(deliverQueued);
  }

  return (wardUUID, changes) => {
    if (changes.length === 0) return;
    const queued = queue.get(wardUUID) ?? new Map<string, WardChange>();
    queue.set(wardUUID, queued);
    for (const change of changes) {
      const { uuid } = change.update;
      queued.set(uuid, coalesce(queued.get(uuid), change));
    }
    // After everything that is published in the same turn of the event loop, and before the next requests are read.
    schedule(process.nextTick);
  };
}

/** A quiet update must not hide the notification of the queued update that it replaces. */
function coalesce(queued: WardChange | undefined, newer: WardChange): WardChange {
  if (queued === undefined) return newer;
  const { quiet: _quiet, ...loud } = newer.update;
  return {
    update: queued.update.quiet === true ? newer.update : loud,
    hasNewState: queued.hasNewState || newer.hasNewState,
    hasNewAlerts: queued.hasNewAlerts || newer.hasNewAlerts,
  };
}
