/**
 * Decides which alarm sounds next, and when. Pure: state and event in, state out. All times are epoch milliseconds.
 * Alerts of high and medium priority sound until somebody answers them; technical ones sound once and then rarely. A
 * board that is not current sounds too, because staff would trust a silent one.
 */
import * as z from 'zod/mini';
import type { AlertPriority } from '../../../domain/alerts/alert.ts';
import {
  BoardLoss,
  isSilenced,
  lossAfterReport,
  lossAfterSound,
  lossAfterTouch,
  lossDueAt,
  type ReportedLoss,
} from './loss-state.ts';
import { selectNewlyRaised, type RaisedAlerts } from '../../live/raised-alerts.ts';

/** The part of the state that is stored when the page reloads. */
export const StoredAlarm = z.object({
  loss: z.optional(BoardLoss),
  /** When technical alerts last sounded, and the keys of the alerts that were raised then. */
  technical: z.optional(z.object({ at: z.number(), keys: z.array(z.string()) })),
});
export type StoredAlarm = z.infer<typeof StoredAlarm>;

export interface AlarmState extends Readonly<StoredAlarm> {
  readonly raised: RaisedAlerts;
  /** Whether an alert of high or medium priority was raised after the last sound. */
  readonly hasNewAlert: boolean;
  /** The last sound since the first of the alerts of high and medium priority was raised. */
  readonly lastAlarm: { readonly at: number; readonly priority: AlertPriority } | undefined;
}

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
/** The delay until a new alert of the same priority sounds: before the next repetition, after the last sound. */
const newAlertDelayMs = 5_000;
/**
 * Technical alerts that are raised within this time share one sound, for example of cameras behind one failed switch.
 * Later technical alerts cause a second sound.
 */
const technicalMergeMs = 5_000;
const technicalDelayMs = 60_000;
const technicalRepeatMs = 15 * 60_000;

export function initialAlarm(stored: StoredAlarm): AlarmState {
  return { ...stored, raised: [], hasNewAlert: false, lastAlarm: undefined };
}

export function reduceAlarm(state: AlarmState, event: AlarmEvent, now: number): AlarmState {
  const { loss } = state;
  switch (event.type) {
    case 'alerts':
      return afterAlerts(state, event.raised, now);
    case 'loss':
      return { ...state, loss: event.loss && lossAfterReport(loss, event.loss, now) };
    case 'touched':
      return { ...state, loss: loss && lossAfterTouch(loss, keysOf(state.raised), now) };
    case 'sounded':
      return afterSound(state, event.priority, now);
  }
}

function afterAlerts(before: AlarmState, raised: RaisedAlerts, now: number): AlarmState {
  const { technical } = before;
  const isMerged = technical !== undefined && now - technical.at < technicalMergeMs;
  const state = isMerged ? { ...before, raised, technical: soundOf(raised, technical.at) } : { ...before, raised };
  const urgent = raised.filter(isUrgent);
  if (urgent.length === 0) return { ...state, hasNewAlert: false, lastAlarm: undefined };
  return { ...state, hasNewAlert: before.hasNewAlert || selectNewlyRaised(before.raised, urgent).length > 0 };
}

function soundOf(raised: RaisedAlerts, at: number): StoredAlarm['technical'] {
  return { at, keys: keysOf(raised.filter((alert) => !isUrgent(alert))) };
}

function afterSound(state: AlarmState, priority: AlertPriority, now: number): AlarmState {
  if (priority !== 'technical') return { ...state, hasNewAlert: false, lastAlarm: { at: now, priority } };
  if (state.loss !== undefined) return { ...state, loss: lossAfterSound(state.loss, now) };
  return { ...state, technical: soundOf(state.raised, now) };
}

/** The next alarm. Undefined: nothing sounds until the next event. */
export function nextAlarm(state: AlarmState, now: number): NextAlarm | undefined {
  const { raised, loss } = state;
  const silenced = new Set(loss !== undefined && isSilenced(loss, now) ? loss.silencedAlerts : []);
  const urgent = raised.filter((alert) => isUrgent(alert) && !silenced.has(alert.key));
  if (urgent.length > 0) {
    const priority = urgent.some((alert) => alert.priority === 'high') ? 'high' : 'medium';
    return { priority, waitMs: Math.max(0, urgentDueAt(state, priority, now) - now) };
  }
  // While the board is not current, technical alerts do not sound, because the alarm of the board has the same tone and
  // is more frequent.
  const dueAt = loss === undefined ? technicalDueAt(state, now) : lossDueAt(loss, now);
  return dueAt === undefined ? undefined : { priority: 'technical', waitMs: Math.max(0, dueAt - now) };
}

/** When the alarm for residents is due. A last alarm in the future means that the clock was set back: it is due now. */
function urgentDueAt({ lastAlarm, hasNewAlert }: AlarmState, priority: AlertPriority, now: number): number {
  if (lastAlarm === undefined || lastAlarm.at > now) return now;
  if (priority === 'high' && lastAlarm.priority === 'medium') return now;
  return lastAlarm.at + (hasNewAlert ? newAlertDelayMs : repeatMs);
}

function technicalDueAt({ raised, technical }: AlarmState, now: number): number | undefined {
  if (raised.length === 0) return undefined;
  if (technical === undefined || technical.at > now) return now;
  const isKnown = raised.every(({ key }) => technical.keys.includes(key));
  return technical.at + (isKnown ? technicalRepeatMs : technicalDelayMs);
}

function isUrgent({ priority }: RaisedAlerts[number]): boolean {
  return priority !== 'technical';
}

function keysOf(raised: RaisedAlerts): string[] {
  return raised.map(({ key }) => key);
}
