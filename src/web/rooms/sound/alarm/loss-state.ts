/** When a board that is not current sounds. Pure. All times are epoch milliseconds. */
import * as z from 'zod/mini';

/** The time during which a board is not current. It is stored, because the page reloads during an outage. */
export const BoardLoss = z.object({
  /** The last moment at which the board was known to be current. */
  since: z.number(),
  noticedAt: z.number(),
  /** Since when it is known that only a repair or a person can make the board current again. It can be in the future. */
  downSince: z.optional(z.number()),
  firstSoundAt: z.optional(z.number()),
  lastSoundAt: z.optional(z.number()),
  /** Set when somebody has touched the board: until when it is silent, and the alerts that were raised then. */
  silencedUntil: z.optional(z.number()),
  silencedAlerts: z.optional(z.array(z.string())),
});
export type BoardLoss = z.infer<typeof BoardLoss>;

/** `downSince`: see `BoardLoss`. Undefined: it is not known now, as on a page that has just loaded. */
export type ReportedLoss = { readonly since: number; readonly downSince?: number | undefined } | undefined;

/** A connection usually comes back within this time. Staff hear a lost one within 30 s, also on a slow device. */
const lossDelayMs = 28_000;
/** A device that was asleep has this long to connect again. */
const noticeDelayMs = 10_000;
/** A board is heard within three seconds of the moment at which it knows. */
const downDelayMs = 2_500;
/** The board sounds every ten seconds for this long (IEC 60601-1-8), and then rarely. */
const insistMs = 120_000;
const repeatMs = 10_000;
const rareRepeatMs = 120_000;
/** Somebody may have brushed against the screen, so a touch does not end the alarm for good. */
const silenceMs = 10 * 60_000;

export function lossAfterReport(
  loss: BoardLoss | undefined,
  { since, downSince }: NonNullable<ReportedLoss>,
  now: number,
): BoardLoss {
  const known = loss ?? { since, noticedAt: now };
  return known.downSince === undefined && downSince !== undefined ? { ...known, downSince } : known;
}

export function lossAfterSound(loss: BoardLoss, now: number): BoardLoss {
  return { ...loss, firstSoundAt: loss.firstSoundAt ?? now, lastSoundAt: now };
}

/** Only a touch after the board could be heard is an answer to it. `raised`: the keys of the raised alerts. */
export function lossAfterTouch(loss: BoardLoss, raised: readonly string[], now: number): BoardLoss {
  if (isSilenced(loss, now)) return { ...loss, silencedAlerts: [...raised] };
  if (loss.firstSoundAt === undefined && now < lossDueAt(loss, now)) return loss;
  const { firstSoundAt: _first, lastSoundAt: _last, ...rest } = loss;
  return { ...rest, silencedUntil: now + silenceMs, silencedAlerts: [...raised] };
}

export function isSilenced({ silencedUntil }: BoardLoss, now: number): boolean {
  return silencedUntil !== undefined && now < silencedUntil && silencedUntil <= now + silenceMs;
}

/** When the board sounds next. After its clock was set back nobody knows how long it has waited, so it sounds now. */
export function lossDueAt(loss: BoardLoss, now: number): number {
  const { since, noticedAt, downSince, firstSoundAt, lastSoundAt, silencedUntil } = loss;
  if (firstSoundAt !== undefined && lastSoundAt !== undefined) {
    if (lastSoundAt > now) return now;
    return lastSoundAt + (lastSoundAt - firstSoundAt < insistMs ? repeatMs : rareRepeatMs);
  }
  if (silencedUntil !== undefined) return isSilenced(loss, now) ? silencedUntil : now;
  if (noticedAt > now) return now;
  const dueAt = Math.max(since + lossDelayMs, noticedAt + noticeDelayMs);
  return downSince === undefined ? dueAt : Math.min(dueAt, downSince + downDelayMs);
}
