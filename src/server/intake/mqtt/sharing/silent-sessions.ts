/**
 * Whose process is gone: nobody has spoken for the session for so long as we ourselves looked on. Clocks of others,
 * and times at which nobody could see anything, do not count.
 */
import type { SharedSession } from './session-registry.ts';

export interface SilenceTimes {
  /** So long a session has to be silent. Milliseconds. */
  readonly silentMs: number;
  /** Between two looks; when much more than that has passed, nothing is known of the time between. Milliseconds. */
  readonly everyMs: number;
}

export interface SilentSession extends SharedSession {
  /** So long we have seen it be silent. Milliseconds. */
  readonly silentMs: number;
}

/** `seen` at `now`, by a clock that only goes forward: the silent ones among them. */
export type LookForSilence = (seen: readonly SharedSession[], now: number) => readonly SilentSession[];

export function createLookForSilence({ silentMs, everyMs }: SilenceTimes): LookForSilence {
  let since = new Map<string, number>();
  let lastLook = -Infinity;

  return (seen, now) => {
    // The database or we ourselves were away: so may they have been, and nobody has died of that.
    const before = now - lastLook > 2 * everyMs ? new Map<string, number>() : since;
    lastLook = now;
    since = new Map(seen.map((session) => [signOf(session), before.get(signOf(session)) ?? now]));
    return seen
      .map((session) => ({ ...session, silentMs: now - (since.get(signOf(session)) ?? now) }))
      .filter((session) => session.silentMs >= silentMs);
  };
}

/** Another one after each sign of life. */
function signOf({ clientId, holder, beat }: SharedSession): string {
  return JSON.stringify([clientId, holder, beat]);
}
