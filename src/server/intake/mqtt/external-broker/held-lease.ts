/** What this process knows of its own lease: whether it holds it, and until when. */
import { EventEmitter, once } from 'node:events';
import type { Tenure } from './reader-lease.ts';

export interface HeldLeaseOptions {
  readonly validMs: number;
  /** A monotonic clock. Milliseconds. */
  readonly monotonic: () => number;
  readonly onLost: () => void;
}

export interface HeldLease {
  /**
   * Starts the tenure, or extends it. `renewedAt`: before the renewal was sent to the database, so that the lease ends
   * here before it ends in the database.
   */
  extend(renewedAt: number, clientId: string): void;
  /** Ends the tenure. */
  lose(): void;
  isHeld(): boolean;
  /** Resolves when a tenure has started. Rejects when the signal aborts. */
  acquired(signal: AbortSignal): Promise<Tenure>;
}

export function createHeldLease({ validMs, monotonic, onLost }: HeldLeaseOptions): HeldLease {
  const events = new EventEmitter<{ acquired: [] }>();
  let current: { readonly tenure: Tenure; readonly end: () => void } | undefined;
  let validUntil = -Infinity;
  let expiry: NodeJS.Timeout | undefined;

  function lose(): void {
    clearTimeout(expiry);
    const lost = current;
    current = undefined;
    if (lost === undefined) return;
    onLost();
    lost.end();
  }

  async function acquired(signal: AbortSignal): Promise<Tenure> {
    if (current !== undefined) return current.tenure;
    await once(events, 'acquired', { signal });
    return acquired(signal);
  }

  return {
    extend: (renewedAt, clientId) => {
      clearTimeout(expiry);
      validUntil = renewedAt + validMs;
      const leftMs = validUntil - monotonic();
      if (leftMs <= 0) return lose();
      expiry = setTimeout(lose, leftMs);
      if (current !== undefined) return;
      const controller = new AbortController();
      current = { tenure: { clientId, lost: controller.signal }, end: () => controller.abort() };
      events.emit('acquired');
    },
    lose,
    // A process that was paused reads this before its timer has fired.
    isHeld: () => current !== undefined && monotonic() < validUntil,
    acquired,
  };
}
