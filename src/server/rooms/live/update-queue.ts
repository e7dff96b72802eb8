/**
 * Coalesces updates for each ward and delivers them as one list. An idle server delivers at once. Under load, an
 * update of a queued ward joins its list, so the lists become longer instead of later.
 */
import type { StreamUpdate } from '../../../domain/stream.ts';

/** Adds updates. Each must be newer than the queued one of the same stream. */
export type AddUpdates = (wardUUID: string, updates: readonly StreamUpdate[]) => void;

/** After this time the process handles other work before it delivers more. */
const maxDeliveryMs = 3;

export function createUpdateQueue(deliver: (wardUUID: string, updates: readonly StreamUpdate[]) => void): AddUpdates {
  /** Ward uuid -> stream uuid -> newest update. Wards are in the order of their first queued update. */
  const queue = new Map<string, Map<string, StreamUpdate>>();
  let scheduled: NodeJS.Immediate | undefined;

  function deliverQueued(): void {
    scheduled = undefined;
    const until = performance.now() + maxDeliveryMs;
    for (const [wardUUID, updates] of queue) {
      queue.delete(wardUUID);
      deliver(wardUUID, [...updates.values()]);
      if (performance.now() > until) break;
    }
    if (queue.size > 0) scheduled = setImmediate(deliverQueued);
  }

  return (wardUUID, updates) => {
    if (updates.length === 0) return;
    const queued = queue.get(wardUUID) ?? new Map<string, StreamUpdate>();
    queue.set(wardUUID, queued);
    for (const update of updates) queued.set(update.uuid, coalesce(queued.get(update.uuid), update));
    scheduled ??= setImmediate(deliverQueued);
  };
}

/** A quiet update must not hide the notification of the queued update that it replaces. */
function coalesce(queued: StreamUpdate | undefined, newer: StreamUpdate): StreamUpdate {
  if (queued === undefined || queued.quiet === true) return newer;
  const { quiet: _quiet, ...loud } = newer;
  return loud;
}
