/** Decides whether staff can see and hear a ward, from the reports of boards. */

/** The state of the lock that keeps a screen on. `unsupported`: the browser has no such lock. */
export const wakeLockStates = ['held', 'refused', 'unsupported'] as const;

export type WakeLockState = (typeof wakeLockStates)[number];

/** A ward or a board without a report for this long is not watched. */
export const unwatchedAfterMs = 60_000;

/** A ward that was not watched for this long is considered unused, so staff are not told about it. */
const unusedAfterMs = 24 * 3_600_000;

/** Stands for the time of the last board where no board has ever shown a ward. */
export const neverMs = 0;

interface BoardSenses {
  readonly isVisible: boolean;
  readonly isAudible: boolean;
  /** The last answer to the test tone. Null: nobody has answered in this shift. */
  readonly soundCheck: { readonly isHeard: boolean } | null;
}

/** Whether staff in front of a board see and hear its alerts. */
export function isWatching({ isVisible, isAudible, soundCheck }: BoardSenses): boolean {
  return isVisible && isAudible && soundCheck?.isHeard !== false;
}

/**
 * Whether a ward that was watched before is not watched now. `startedAt`: when this server started; before that, boards
 * could not report. All times in epoch milliseconds. NOTE: a time in the future means that the clock of the server was
 * set back.
 */
export function isUnwatched(watchedAt: number | null, startedAt: number, now: number): watchedAt is number {
  const isKnown = Math.abs(now - startedAt) >= unwatchedAfterMs;
  return watchedAt !== null && isKnown && Math.abs(now - watchedAt) >= unwatchedAfterMs;
}

/**
 * Since when a ward is not watched. Undefined: it is watched, no board has ever shown it, none has for a day, or the
 * server has just started.
 */
export function unwatchedStartOf(watchedAt: number | null, startedAt: number, now: number): number | undefined {
  if (!isUnwatched(watchedAt, startedAt, now) || now - watchedAt > unusedAfterMs) return undefined;
  return Math.min(watchedAt, now);
}
