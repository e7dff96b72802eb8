import type { Bus } from '../../bus/bus.ts';

/**
 * Makes open boards follow a change of places, rooms or rules at once: those of this process, and by the bus those of the
 * others. Returns what to call after each change. The next reconciliation repeats one that fails.
 */
export function followHomeChanges({
  bus,
  reconcile,
}: {
  readonly bus: Pick<Bus, 'publishHomeChange' | 'onHomeChange'>;
  /** Reads the wards of open boards from the database. */
  readonly reconcile: () => Promise<void>;
}): () => void {
  const follow = () => void reconcile().catch(() => undefined);
  bus.onHomeChange(follow);
  return () => {
    bus.publishHomeChange();
    follow();
  };
}
