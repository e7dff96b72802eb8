/**
 * Since when this process receives messages without a gap. A device is offline only if it was silent while we
 * listened. Silence before a restart, a suspended computer or a changed clock does not count.
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
  /** At the last check, whether it failed or not. */
  readonly checked: Clocks;
  /** Steady time of the last check that succeeded. */
  readonly succeededAt: number;
}

/** A longer time without a check, or with failed checks only, is a gap. */
const maxPauseMs = 15_000;
/** A larger difference between the two clocks means that the wall clock was set. */
const maxClockDriftMs = 2_000;

export function startListening(clocks: Clocks): Listening {
  return { since: clocks.wall, checked: clocks, succeededAt: clocks.steady };
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
  return { listening: { ...listening, ...(gap !== undefined && { since: clocks.wall }), checked: clocks }, gap };
}

/** While the database is unavailable, no device can be heard. A short failure is no gap: devices retry. */
export function noticeFailure(listening: Listening, { wall, steady }: Clocks): Listening {
  return steady - listening.succeededAt > maxPauseMs ? { ...listening, since: wall } : listening;
}
