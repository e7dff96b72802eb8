/** Whether staff can see and hear a ward: a board that shows it has reported so a moment ago. */

/** Whether the screen of a device stays on. `unsupported`: its browser cannot keep it on. */
export const wakeLocks = ['held', 'refused', 'unsupported'] as const;

export type WakeLock = (typeof wakeLocks)[number];

/** A ward or a board of which nothing was heard for this long is not watched. */
export const unwatchedAfterMs = 60_000;

/** A ward that nobody has watched for this long is not used, so staff are not told about it. */
const unusedAfterMs = 24 * 3_600_000;

interface BoardSenses {
  readonly isVisible: boolean;
  readonly isAudible: boolean;
  /** The last answer to the test tone; null: nobody has answered in this shift. */
  readonly soundCheck: { readonly isHeard: boolean } | null;
}

/** Whether staff in front of a board see and hear its alerts. */
export function isWatching({ isVisible, isAudible, soundCheck }: BoardSenses): boolean {
  return isVisible && isAudible && soundCheck?.isHeard !== false;
}

/**
 * Whether nobody watches a ward that somebody has watched before. All times are epoch milliseconds. `startedAt`: when
 * this server started; before that no board could report.
 * NOTE: a time is from the future after the clock of the server was set back.
 */
export function isUnwatched(watchedAt: number | null, startedAt: number, now: number): watchedAt is number {
  const isKnown = Math.abs(now - startedAt) >= unwatchedAfterMs;
  return watchedAt !== null && isKnown && Math.abs(now - watchedAt) >= unwatchedAfterMs;
}

/** Since when nobody has watched a ward. Undefined: somebody does, or the ward is not used. */
export function unwatchedSince(watchedAt: number | null, startedAt: number, now: number): number | undefined {
  if (!isUnwatched(watchedAt, startedAt, now) || now - watchedAt > unusedAfterMs) return undefined;
  return Math.min(watchedAt, now);
}
