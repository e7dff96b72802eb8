/** A reader lease in the database, for an installation of several processes. */
import { pause } from '../pause.ts';
import { createHeldLease } from './held-lease.ts';
import type { LeaseTable } from './lease-table.ts';
import { createTakeoverRule, type LeaseTimes, type ReaderLease } from './reader-lease.ts';

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
  const { validMs, renewIntervalMs } = times;
  const holder = crypto.randomUUID();
  const mayTakeOver = createTakeoverRule(times);
  const stopping = new AbortController();
  const onLost = () => {
    if (!stopping.signal.aborted) log.warn({}, 'this process has lost the lease to read the MQTT broker');
  };
  const held = createHeldLease({ validMs, monotonic, onLost });
  let isFailing = false;

  async function renewOrTakeOver(): Promise<void> {
    const askedAt = monotonic();
    const isRenewed = await table.renew(holder);
    const row = await table.read();
    if (isRenewed) return held.extend(askedAt, row.clientId);
    held.lose();
    if (!mayTakeOver(row, monotonic()) || !(await table.takeOver(row, holder))) return;
    if (row.holder !== '') log.warn({}, 'the process that read the MQTT broker is gone; this process takes over');
    held.extend(askedAt, row.clientId);
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
      await pause(renewIntervalMs, stopping.signal);
    }
  }

  async function release(): Promise<void> {
    stopping.abort();
    await running;
    held.lose();
    await table.release(holder);
  }

  const running = run();
  return {
    acquire: held.acquired,
    isHeld: held.isHeld,
    // Without the database another process takes the lease over once it has expired.
    release: () => Promise.race([release().catch(() => undefined), pause(releaseTimeoutMs)]),
  };
}
