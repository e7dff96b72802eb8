/**
 * The lease that makes one process the reader of the external broker. All processes use the same client id, so they
 * share one persistent session: when the holder dies, the next one receives what was not acknowledged (decision 028).
 */
export interface ReaderLease {
  /** Resolves when this process holds the lease. Rejects when the signal aborts. */
  acquire(signal: AbortSignal): Promise<Tenure>;
  /** Whether this process certainly holds the lease. */
  isHeld(): boolean;
  /** Gives the lease up, so that another process takes it over at once. */
  release(): Promise<void>;
}

export interface Tenure {
  /** The client id at the broker. */
  readonly clientId: string;
  /** Aborts when this process has lost the lease, before another process may hold it. */
  readonly lost: AbortSignal;
}

/** For an installation of a single process, which needs no lease. */
export function createPermanentLease(clientId: string): ReaderLease {
  const tenure = { clientId, lost: new AbortController().signal };
  return { acquire: () => Promise.resolve(tenure), isHeld: () => true, release: () => Promise.resolve() };
}

export interface LeaseTimes {
  readonly renewIntervalMs: number;
  /** How long a lease is valid after its renewal was sent. */
  readonly validMs: number;
  /** A lease that was not renewed for so long is taken over. More than `validMs`. */
  readonly takeoverAfterMs: number;
}

export const defaultLeaseTimes: LeaseTimes = { renewIntervalMs: 1_000, validMs: 4_000, takeoverAfterMs: 6_000 };

/** The lease as it is stored. */
export interface LeaseRow {
  readonly clientId: string;
  /** Id of the process that holds the lease. Empty: none does. */
  readonly holder: string;
  /** Rises with each renewal. A counter, so that no clocks of different machines are compared. */
  readonly beat: number;
}

/**
 * Decides whether a lease may be taken over: nobody holds it, or this process has seen the same beat for
 * `takeoverAfterMs`. `now`: a monotonic clock of this process, in milliseconds.
 *
 * This is safe because the holder sent the renewal of that beat before it was seen here. So the lease of the holder
 * has been invalid for at least `takeoverAfterMs - validMs`.
 */
export function createTakeoverRule({ takeoverAfterMs }: Pick<LeaseTimes, 'takeoverAfterMs'>) {
  let seen: (LeaseRow & { readonly since: number }) | undefined;

  return (row: LeaseRow, now: number): boolean => {
    const isSame = seen?.holder === row.holder && seen.beat === row.beat;
    if (seen === undefined || !isSame) seen = { ...row, since: now };
    return row.holder === '' || now - seen.since >= takeoverAfterMs;
  };
}
