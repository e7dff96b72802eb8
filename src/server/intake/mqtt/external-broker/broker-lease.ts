/**
 * The lease that makes one process the reader of the external broker, or the publisher. All readers use the same client
 * id, so they share one persistent session: when the holder dies, the next one receives what was not acknowledged
 * (decision 028).
 */
import { EventEmitter, once } from 'node:events';
import { toLogEvent } from '../../../shared/recent-events.ts';
import { waitOrAbort } from '../../../shared/wait-or-abort.ts';
import type { LeaseRow, LeaseTable } from './lease-table.ts';

export interface BrokerLease {
  /** Resolves when this process holds the lease. Rejects when the signal aborts. */
  acquire(signal: AbortSignal): Promise<LeaseTerm>;
  /** Whether this process certainly holds the lease. */
  isHeld(): boolean;
  /**
   * Lets another process have the lease, because this one cannot use it. The term ends within the interval of the
   * renewals. If nobody takes the lease, this process gets it again.
   */
  offer(): void;
  /** Gives the lease up, so that another process takes it over at once. */
  release(): Promise<void>;
}

export interface LeaseTerm {
  /** The client id at the broker. */
  readonly clientId: string;
  /** Aborts when this process has lost the lease, before another process may hold it. */
  readonly lost: AbortSignal;
}

export const defaultLeaseTimes = {
  renewIntervalMs: 1_000,
  /** How long a lease is valid after its renewal was sent. */
  validMs: 4_000,
  /** A lease that was not renewed for this time is taken over by another process. Longer than `validMs`. */
  takeoverAfterMs: 6_000,
};

export type LeaseTimes = Readonly<typeof defaultLeaseTimes>;

const tasks = { read: 'read the MQTT broker', publish: 'publish to the MQTT broker' };

/** How long a stop waits for the database to release the lease. */
const releaseTimeoutMs = 3_000;

export interface LeaseLog {
  warn(details: object, message: string): void;
}

/** Creates the lease of a single process, which always holds it. The database contains only the client id. */
export function createPermanentLease(table: Pick<LeaseTable, 'read'>, log: LeaseLog): BrokerLease {
  const lost = new AbortController().signal;
  async function acquire(signal: AbortSignal): Promise<LeaseTerm> {
    try {
      const { clientId } = await table.read();
      return { clientId, lost };
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error }, 'the client id for the MQTT broker cannot be read');
      await waitOrAbort(defaultLeaseTimes.takeoverAfterMs, signal);
      return acquire(signal);
    }
  }
  return { acquire, isHeld: () => true, offer: () => undefined, release: () => Promise.resolve() };
}

/**
 * Renews the lease of this process or watches the lease of its holder, until it is released. All times are of the
 * monotonic clock of this process. A lease is taken over when nobody holds it, or when its beat was the same for
 * `takeoverAfterMs`. This is safe because the holder sent the renewal of that beat before this process saw the beat. So
 * the lease of the holder has been invalid for at least `takeoverAfterMs - validMs`.
 */
export function startBrokerLease(table: LeaseTable, times: LeaseTimes, log: LeaseLog): BrokerLease {
  const { renewIntervalMs, validMs, takeoverAfterMs } = times;
  const holder = crypto.randomUUID();
  const task = tasks[table.work];
  const stopping = new AbortController();
  let offeredUntil = -Infinity;
  const isOffered = () => performance.now() < offeredUntil;
  const held = createHeldLease(validMs, () => {
    if (!stopping.signal.aborted && !isOffered()) log.warn({}, `this process has lost the lease to ${task}`);
  });
  let seen: (LeaseRow & { readonly since: number }) | undefined;
  let isFailing = false;

  function logTakeover(): void {
    const event = table.work === 'read' ? toLogEvent('reader-changed') : {};
    log.warn(event, `the process that had the lease to ${task} is gone; this process takes over`);
  }

  async function renewOrTakeOver(): Promise<void> {
    const startedAt = performance.now();
    const row = await table.read();
    const isOwn = row.holder === holder;
    if (!isOwn) held.lose();
    const now = performance.now();
    if (seen?.holder !== row.holder || seen.beat !== row.beat) seen = { ...row, since: now };
    const isFree = row.holder === '';
    if (!isOwn && !isFree && now - seen.since < takeoverAfterMs) return;
    if (!(await table.take(row, holder))) return;
    if (!isOwn && !isFree) logTakeover();
    held.extend(row.clientId, startedAt);
  }

  async function giveUp(): Promise<void> {
    held.lose();
    await table.release(holder);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await (isOffered() ? giveUp() : renewOrTakeOver());
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, `the lease to ${task} cannot be renewed`);
        isFailing = true;
      }
      await waitOrAbort(renewIntervalMs, stopping.signal);
    }
  }

  async function release(): Promise<void> {
    stopping.abort();
    await running;
    await giveUp();
  }

  const running = run();
  return {
    acquire: held.acquire,
    isHeld: held.isHeld,
    // By then a process that waits for the lease has found it free.
    offer: () => (offeredUntil = performance.now() + takeoverAfterMs),
    // If the database cannot be reached, another process takes the lease over once it has expired.
    release: () => Promise.race([release().catch(() => undefined), waitOrAbort(releaseTimeoutMs)]),
  };
}

/** The state of this process's own lease: whether the process holds the lease, and until when. */
function createHeldLease(validMs: number, onLost: () => void) {
  const events = new EventEmitter<{ acquired: [] }>();
  let current: { readonly tenure: LeaseTerm; readonly end: () => void } | undefined;
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

  async function acquire(signal: AbortSignal): Promise<LeaseTerm> {
    if (current === undefined) await once(events, 'acquired', { signal });
    return current?.tenure ?? acquire(signal);
  }

  return {
    /**
     * Starts the tenure, or extends it. `renewedAt`: before the renewal was sent to the database, so that the lease
     * ends here before it ends for a process that sees the renewal.
     */
    extend: (clientId: string, renewedAt: number) => {
      clearTimeout(expiry);
      validUntil = renewedAt + validMs;
      const leftMs = validUntil - performance.now();
      if (leftMs <= 0) return lose();
      expiry = setTimeout(lose, leftMs);
      if (current !== undefined) return;
      const controller = new AbortController();
      current = { tenure: { clientId, lost: controller.signal }, end: () => controller.abort() };
      events.emit('acquired');
    },
    lose,
    // Compares the time, because the timer of a process that was paused may not have fired yet.
    isHeld: () => current !== undefined && performance.now() < validUntil,
    acquire,
  };
}
