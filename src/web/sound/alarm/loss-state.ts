/** Decides when a board that is not current sounds. Pure. All times are epoch milliseconds. */
import * as z from 'zod/mini';
import type { ConnectionState } from '../../api/connection-state.ts';

/** A period in which a board is not current. It is stored, because the page reloads during an outage. */
export const BoardLoss = z.object({
  /** The last moment at which the board was known to be current. */
  since: z.number(),
  noticedAt: z.number(),
  /** Since when the server counts as down, so that the board will not recover by itself. It can be in the future. */
  downSince: z.optional(z.number()),
  firstSoundAt: z.optional(z.number()),
  lastSoundAt: z.optional(z.number()),
  /** Set when somebody has touched the board: until when it is silent, and which alerts were raised at that time. */
  silencedUntil: z.optional(z.number()),
  silencedAlerts: z.optional(z.array(z.string())),
});
export type BoardLoss = z.infer<typeof BoardLoss>;

/** `downSince`: see `BoardLoss`. Undefined: unknown, as on a page that has just loaded. */
export type ReportedLoss = { readonly since: number; readonly downSince?: number | undefined } | undefined;

/**
 * The delay before a lost connection sounds, because a connection usually comes back sooner. With this delay staff hear
 * the alarm within 30 s, also on a slow computer.
 */
const lossDelayMs = 28_000;
/** The time to connect that a board gets after its computer was asleep, before it sounds. */
const noticeDelayMs = 10_000;
/** The delay before a board sounds whose server is known to be down: staff hear the alarm within three seconds. */
const downDelayMs = 2_500;
/** How long the board sounds every ten seconds (IEC 60601-1-8). After that time it sounds rarely. */
const frequentAlarmMs = 120_000;
const repeatMs = 10_000;
const rareRepeatMs = 120_000;
/** How long a touch silences the alarm. The time is limited, because somebody may touch the screen by accident. */
const silenceMs = 10 * 60_000;

export function lossAfterReport(
  loss: BoardLoss | undefined,
  { since, downSince }: NonNullable<ReportedLoss>,
  now: number,
): BoardLoss {
  // A page that has just opened reports a connection before it knows since when its rooms are old. A time in the future
  // means that the clock was set back after the last data, and would delay the sound.
  const known = { noticedAt: now, ...loss, since: Math.min(since, loss?.since ?? since, now) };
  return known.downSince === undefined && downSince !== undefined ? { ...known, downSince } : known;
}

export function lossAfterSound(loss: BoardLoss, now: number): BoardLoss {
  return { ...loss, firstSoundAt: loss.firstSoundAt ?? now, lastSoundAt: now };
}

/**
 * Returns the state of the loss after a touch. A touch silences the board only if it has sounded or was due to sound.
 * `raised`: the keys of the raised alerts.
 */
export function lossAfterTouch(loss: BoardLoss, raised: readonly string[], now: number): BoardLoss {
  if (isSilenced(loss, now)) return { ...loss, silencedAlerts: [...raised] };
  if (loss.firstSoundAt === undefined && now < lossDueAt(loss, now)) return loss;
  const { firstSoundAt: _first, lastSoundAt: _last, ...rest } = loss;
  return { ...rest, silencedUntil: now + silenceMs, silencedAlerts: [...raised] };
}

export function isSilenced({ silencedUntil }: BoardLoss, now: number): boolean {
  return silencedUntil !== undefined && now < silencedUntil && silencedUntil <= now + silenceMs;
}

/** When the board sounds next. If a stored time is in the future, the clock was set back, and the board sounds now. */
export function lossDueAt(loss: BoardLoss, now: number): number {
  const { since, noticedAt, downSince, firstSoundAt, lastSoundAt, silencedUntil } = loss;
  if (firstSoundAt !== undefined && lastSoundAt !== undefined) {
    if (lastSoundAt > now) return now;
    return lastSoundAt + (lastSoundAt - firstSoundAt < frequentAlarmMs ? repeatMs : rareRepeatMs);
  }
  if (silencedUntil !== undefined) return isSilenced(loss, now) ? silencedUntil : now;
  if (noticedAt > now) return now;
  const dueAt = Math.max(since + lossDelayMs, noticedAt + noticeDelayMs);
  return downSince === undefined ? dueAt : Math.min(dueAt, downSince + downDelayMs);
}

/**
 * The state of the session for a board. `ended`: nobody is signed in, or there is no valid token and the identity
 * provider does not respond.
 */
export type SessionHealth = 'signed-in' | 'pending' | 'ended';

/** Returns the loss of a board that shows no rooms, or rooms that are not current. Undefined: its rooms are current. */
export function reportedLossOf(session: SessionHealth, connection: ConnectionState, now: number): ReportedLoss {
  if (session === 'ended') return { since: now, downSince: now };
  if (session === 'pending') return { since: now };
  switch (connection.kind) {
    case 'live':
    case 'polled':
      return undefined;
    case 'delayed':
      return { since: connection.since };
    case 'lost':
      return { since: connection.since, downSince: connection.downSince };
    // In these states the page shows no rooms, for example after a crash.
    case 'connecting':
    case 'none':
      return { since: now };
  }
}
