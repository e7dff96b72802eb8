/**
 * Since when this process receives messages without a gap. A device is offline only if it was silent while we
 * listened: after a restart, a suspended computer or a changed clock, silence before that moment does not count.
 */

/** Milliseconds of both clocks at one moment. */
export interface Clocks {
  /** Epoch time. It jumps when the clock is set. */
  readonly wall: number;
  /** Never jumps. */
  readonly steady: number;
}

export interface Listening {
  /** Wall time of the last gap. */
  readonly since: number;
  /** Wall time of the last gap or failed check. */
  readonly sinceFailure: number;
  /** At the last check, whether it failed or not. */
  readonly checked: Clocks;
  /** Steady time of the last check that succeeded. */
  readonly succeededAt: number;
}

/** A longer pause between two checks is a gap. */
const maxPauseMs = 15_000;
/** A larger difference between the two clocks means that the wall clock was set. */
const maxClockDriftMs = 2_000;

export function startListening(clocks: Clocks): Listening {
  return { since: clocks.wall, sinceFailure: clocks.wall, checked: clocks, succeededAt: clocks.steady };
}

/** Compares the clocks with those of the check before. `gap`: why listening starts again, for the log. */
export function noticeGap(
  listening: Listening,
  clocks: Clocks,
): { readonly listening: Listening; readonly gap: string | undefined } {
  const pauseMs = clocks.steady - listening.checked.steady;
  const jumpMs = clocks.wall - listening.checked.wall - pauseMs;
  const gap =
    Math.abs(jumpMs) > maxClockDriftMs
      ? `the clock was set by ${Math.round(jumpMs / 1000)} s`
      : pauseMs > maxPauseMs
        ? `no check ran for ${Math.round(pauseMs / 1000)} s`
        : undefined;
  const restarted = gap !== undefined && { since: clocks.wall, sinceFailure: clocks.wall };
  return { listening: { ...listening, ...restarted, checked: clocks }, gap };
}

export function noticeSuccess(listening: Listening, { steady }: Clocks): Listening {
  return { ...listening, succeededAt: steady };
}

/**
 * While the database is unavailable, no device can be heard. One failed check alone is not a gap, otherwise a
 * database that fails once a minute would keep every device online for ever.
 */
export function noticeFailure(listening: Listening, { wall, steady }: Clocks): Listening {
  const isGap = steady - listening.succeededAt > maxPauseMs;
  return { ...listening, sinceFailure: wall, ...(isGap && { since: wall }) };
}

/** The start of the silence that counts. For a device with a short timeout, even one failed check matters. */
export function listeningSinceFor({ since, sinceFailure }: Listening, offlineAfterMs: number): number {
  return offlineAfterMs < 4 * maxPauseMs ? sinceFailure : since;
}
