/** Which statuses raise an alert, when, and how it ends: the defaults, and the rules of a room. */
import { type RoomStatusName, statusOfCode } from '../room-status.ts';
import type { AlertPriority } from './alert.ts';
import { type LocalClock, nextTimeOfDay } from '../local-time/local-clock.ts';
import { isGettingUp } from './continuing-status.ts';

/** A time of day, in minutes since midnight. `from` after `to`: the time continues after midnight. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface AlertRule {
  readonly priority: AlertPriority;
  /** Whether the alert stays open until a user resolves it. False: the alert also ends when its status ends. */
  readonly latches: boolean;
  /** How long the status must last before the alert is raised. 0: the alert is raised at once. */
  readonly afterMs: number;
  /** The alert is raised at this time of day only. Null: always. */
  readonly between: TimeRange | null;
}

/** The rules of a room, by status name. Null: the status raises no alert. */
export type AlertRules = Readonly<Partial<Record<RoomStatusName, AlertRule | null>>>;

/** The time of day at which a resident who gets up raises an alert. By day the board only shows the status. */
export const nightHours: TimeRange = { from: 21 * 60, to: 7 * 60 };

/** `initializing` raises an alert only after this time, because a device that starts has this status for a moment. */
const initializingLimitMs = 2 * 60_000;

export const maxAlertDelayMs = 24 * 3_600_000;

/** The rule of a status code; undefined: it raises no alert. A code that is not in the status table is technical. */
export function alertRuleOf(code: number, rules: AlertRules): AlertRule | undefined {
  const { name, priority } = statusOfCode(code);
  const own = name === 'unknown' ? undefined : rules[name];
  if (own !== undefined) return own ?? undefined;
  if (priority === 'information') return undefined;
  const afterMs = name === 'initializing' ? initializingLimitMs : 0;
  return { priority, latches: priority === 'high', afterMs, between: isGettingUp(code) ? nightHours : null };
}

/**
 * When an alert of a status that began at `startedAt` is raised. Undefined: no alert is raised. A rule without
 * `afterMs` is about an event, which counts only if it happens at the time of day of the rule. A rule with `afterMs` is
 * about how long a status lasts: if that is over at another time of day, the alert is raised at the next beginning of
 * that time, also in the night of a clock change. `clock`: that of the location.
 */
export function raiseTimeOf({ afterMs, between }: AlertRule, startedAt: number, clock: LocalClock): number | undefined {
  const at = startedAt + afterMs;
  if (between === null) return at;
  if (isWithinDayTime(between, clock(at))) return at;
  return afterMs === 0 ? undefined : nextTimeOfDay(clock, at, between.from);
}

function isWithinDayTime({ from, to }: TimeRange, minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
