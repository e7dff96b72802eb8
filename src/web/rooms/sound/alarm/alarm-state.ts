/**
 * Decides which alarm sounds next, and when. Pure: state and event in, state out. All times are epoch milliseconds.
 *
 * The alerts sound until somebody answers them. A board that is not current sounds too, because staff would trust a
 * board that is silent; it sounds until it is current again or until somebody touches it.
 */
import * as z from 'zod/mini';
import type { AlertPriority } from '../../../../domain/alerts/alert.ts';
import { newlyRaised, type RaisedAlerts } from './raised-alerts.ts';

/** The time during which a board is not current. It is stored, because the page reloads during an outage. */
export const BoardLoss = z.object({
  /** The last moment at which the board was known to be current. */
  since: z.number(),
  noticedAt: z.number(),
  /** Since when it is known that only a repair or a person can make the board current again. It can be in the future. */
  downSince: z.optional(z.number()),
  firstSoundAt: z.optional(z.number()),
  lastSoundAt: z.optional(z.number()),
  /** The raised alerts when somebody touched the board. Undefined: nobody has touched it. */
  silencedAlerts: z.optional(z.array(z.string())),
});
export type BoardLoss = z.infer<typeof BoardLoss>;

export interface AlarmState {
  readonly raised: RaisedAlerts;
  /** An alert was raised after the last sound. */
  readonly hasNewAlert: boolean;
  /** The last sound since the first of the alerts was raised. */
  readonly lastAlarm: { readonly at: number; readonly priority: AlertPriority } | undefined;
  readonly loss: BoardLoss | undefined;
}

/** `downSince`: see `BoardLoss`. Undefined: it is not known now, as on a page that has just loaded. */
export type ReportedLoss = { readonly since: number; readonly downSince?: number | undefined } | undefined;

export type AlarmEvent =
  | { readonly type: 'alerts'; readonly raised: RaisedAlerts }
  | { readonly type: 'loss'; readonly loss: ReportedLoss }
  | { readonly type: 'touched' }
  | { readonly type: 'sounded'; readonly priority: AlertPriority };

export interface NextAlarm {
  readonly priority: AlertPriority;
  readonly waitMs: number;
}

const repeatMs = 10_000;
/** A new alert of the same priority sounds earlier than the repetition, but never over the previous sound. */
const newAlertDelayMs = 5_000;
/** A connection usually comes back within this time. Staff hear a lost one within 30 s, also on a slow device. */
const lossDelayMs = 28_000;
/** A device that was asleep has this long to connect again. */
const noticeDelayMs = 10_000;
/** A board is heard within three seconds of the moment at which it knows. */
const downDelayMs = 2_500;
/** The board sounds every ten seconds for this long (IEC 60601-1-8), and then rarely. */
const insistMs = 120_000;
const rareRepeatMs = 120_000;

export function initialAlarm(loss: BoardLoss | undefined): AlarmState {
  return { raised: [], hasNewAlert: false, lastAlarm: undefined, loss };
}

export function reduceAlarm(state: AlarmState, event: AlarmEvent, now: number): AlarmState {
  switch (event.type) {
    case 'alerts': {
      const { raised } = event;
      const hasNewAlert = state.hasNewAlert || newlyRaised(state.raised, raised).length > 0;
      return raised.length === 0
        ? { ...state, raised, hasNewAlert: false, lastAlarm: undefined }
        : { ...state, raised, hasNewAlert };
    }
    case 'loss':
      return { ...state, loss: event.loss && lossAfter(state.loss, event.loss, now) };
    case 'touched':
      return state.loss === undefined || !isAudible(state.loss, now)
        ? state
        : { ...state, loss: { ...state.loss, silencedAlerts: state.raised.map(({ key }) => key) } };
    case 'sounded':
      return afterSound(state, event.priority, now);
  }
}

function lossAfter(
  loss: BoardLoss | undefined,
  { since, downSince }: NonNullable<ReportedLoss>,
  now: number,
): BoardLoss {
  const known = loss ?? { since, noticedAt: now };
  return known.downSince === undefined && downSince !== undefined ? { ...known, downSince } : known;
}

function afterSound(state: AlarmState, priority: AlertPriority, now: number): AlarmState {
  const { loss } = state;
  if (priority !== 'technical') return { ...state, hasNewAlert: false, lastAlarm: { at: now, priority } };
  return { ...state, loss: loss && { ...loss, firstSoundAt: loss.firstSoundAt ?? now, lastSoundAt: now } };
}

/** Undefined: nothing sounds until the next event. */
export function nextAlarm(state: AlarmState, now: number): NextAlarm | undefined {
  const { raised, loss } = state;
  const silenced = new Set(loss?.silencedAlerts);
  const sounding = raised.filter(({ key }) => !silenced.has(key));
  if (sounding.length > 0) {
    const priority = sounding.some((alert) => alert.priority === 'high') ? 'high' : 'medium';
    return { priority, waitMs: waitFor(alertDueAt(state, priority), repeatMs, now) };
  }
  if (loss === undefined || loss.silencedAlerts !== undefined) return undefined;
  return { priority: 'technical', waitMs: waitFor(lossDueAt(loss), rareRepeatMs, now) };
}

/** NOTE: after the clock of the device was set back, a due time can be far in the future. */
function waitFor(dueAt: number, maxMs: number, now: number): number {
  return Math.min(Math.max(dueAt - now, 0), maxMs);
}

function alertDueAt({ lastAlarm, hasNewAlert }: AlarmState, priority: AlertPriority): number {
  if (lastAlarm === undefined || (priority === 'high' && lastAlarm.priority === 'medium')) return 0;
  return lastAlarm.at + (hasNewAlert ? newAlertDelayMs : repeatMs);
}

/** Only a touch after the board could be heard is an answer to it. */
function isAudible(loss: BoardLoss, now: number): boolean {
  return loss.firstSoundAt !== undefined || now >= lossDueAt(loss);
}

function lossDueAt({ since, noticedAt, downSince, firstSoundAt, lastSoundAt }: BoardLoss): number {
  if (firstSoundAt !== undefined && lastSoundAt !== undefined) {
    return lastSoundAt + (lastSoundAt - firstSoundAt < insistMs ? repeatMs : rareRepeatMs);
  }
  const dueAt = Math.max(since + lossDelayMs, noticedAt + noticeDelayMs);
  return downSince === undefined ? dueAt : Math.min(dueAt, downSince + downDelayMs);
}
