/** A reader lease in the database, for an installation of several processes. */
import { EventEmitter, once } from 'node:events';
import { pause } from '../pause.ts';
import type { LeaseTable } from './lease-table.ts';
import { createTakeoverRule, type LeaseTimes, type ReaderLease, type Tenure } from './reader-lease.ts';

export interface DatabaseLeaseOptions {
  readonly table: LeaseTable;
  readonly times: LeaseTimes;
  /** A monotonic clock. Milliseconds. */
  readonly monotonic: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/** How long a stop waits for the database to release the lease. */
const releaseTimeoutMs = 3_000;

/** Renews the lease or watches its holder, until it is released. */
export function startDatabaseLease({ table, times, monotonic, log }: DatabaseLeaseOptions): ReaderLease {
  const holder = crypto.randomUUID();
  const mayTakeOver = createTakeoverRule(times);
  const stopping = new AbortController();
  const events = new EventEmitter<{ acquired: [Tenure] }>();
  let current: { readonly tenure: Tenure; readonly lose: () => void } | undefined;
  let renewedAt = -Infinity;
  let expiry: NodeJS.Timeout | undefined;
  let clientId = '';
  let isFailing = false;

  const isHeld = () => current !== undefined && monotonic() - renewedAt < times.validMs;

  /** `askedAt`: before the query was sent, so that the lease ends here before it can end in the database. */
  function hold(askedAt: number): void {
    const leftMs = times.validMs - (monotonic() - askedAt);
    if (leftMs <= 0) return lose();
    clearTimeout(expiry);
    expiry = setTimeout(lose, leftMs);
    renewedAt = askedAt;
    if (current !== undefined) return;
    const controller = new AbortController();
    current = { tenure: { clientId, lost: controller.signal }, lose: () => controller.abort() };
    events.emit('acquired', current.tenure);
  }

  function lose(): void {
    clearTimeout(expiry);
    const lost = current;
    current = undefined;
    if (lost === undefined) return;
    log.warn({}, 'this process has lost the lease to read the MQTT broker');
    lost.lose();
  }

  async function renewOrTakeOver(): Promise<void> {
    const askedAt = monotonic();
    if (await table.renew(holder)) return hold(askedAt);
    lose();
    const row = await table.read();
    if (!mayTakeOver(row, monotonic()) || !(await table.takeOver(row, holder))) return;
    if (row.holder !== '') log.warn({}, 'the process that read the MQTT broker is gone; this process takes over');
    ({ clientId } = row);
    hold(askedAt);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await renewOrTakeOver();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'the lease to read the MQTT broker cannot be renewed');
        isFailing = true;
      }
      await pause(times.renewIntervalMs, stopping.signal);
    }
  }

  async function release(): Promise<void> {
    stopping.abort();
    await running;
    clearTimeout(expiry);
    current = undefined;
    await table.release(holder);
  }

  const running = run();
  return {
    acquire: async (signal) => {
      if (current !== undefined) return current.tenure;
      const [tenure] = await once(events, 'acquired', { signal });
      return tenure;
    },
    isHeld,
    // Without the database another process takes the lease over once it has expired.
    release: () => Promise.race([release().catch(() => undefined), pause(releaseTimeoutMs)]),
  };
}
