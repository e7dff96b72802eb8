/** Counts alerts for figures. */
import type { AlertFigure } from '../history/nights/alert-figure.ts';
import { roomStatuses } from '../room-status.ts';

/** Nearest-rank percentiles, in milliseconds. */
interface Percentiles {
  readonly p50: number;
  readonly p90: number;
}

export interface AlertNumbers {
  readonly alerts: number;
  /** Falls that staff did not call a false alarm. */
  readonly falls: number;
  readonly falseAlarms: number;
  /** Alerts that ended without an answer of staff. */
  readonly unanswered: number;
  /** From the alert until somebody was on the way, of the alerts that were answered. Null: there is none. */
  readonly acknowledgedMs: Percentiles | null;
  /** From the alert until somebody was in the room, of the alerts of which this is known. Null: there is none. */
  readonly arrivedMs: Percentiles | null;
}

/** What can be asked about alerts. `slow` and `late-arrivals`: the one of ten that staff answered, or reached, last. */
export const alertKinds = ['all', 'falls', 'false-alarms', 'unanswered', 'slow', 'late-arrivals'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Whether figures count the alert. They do not count tests, and devices that do not report have their availability. */
export function isCounted({ priority, resolution }: AlertFigure): boolean {
  return priority !== 'technical' && resolution !== 'test';
}

const fallNames: readonly string[] = ['man_down', 'sitting_on_floor'];
const fallCodes: readonly number[] = roomStatuses
  .filter(({ name }) => fallNames.includes(name))
  .map(({ code }) => code);

function isFall(alert: AlertFigure): boolean {
  return fallCodes.includes(alert.status) && !isFalseAlarm(alert);
}

function isFalseAlarm({ resolution }: AlertFigure): boolean {
  return resolution === 'false-alarm';
}

/** An open alert may still be answered. */
function isUnanswered({ acknowledgedMs, endedMs }: AlertFigure): boolean {
  return acknowledgedMs === null && endedMs !== null;
}

/** Figures count tens of thousands of alerts several times, and a list of those that match takes longer. */
function countOf(alerts: readonly AlertFigure[], isMatch: (alert: AlertFigure) => boolean): number {
  let count = 0;
  for (const alert of alerts) if (isMatch(alert)) count += 1;
  return count;
}

export function numbersOf(alerts: readonly AlertFigure[]): AlertNumbers {
  return {
    alerts: alerts.length,
    falls: countOf(alerts, isFall),
    falseAlarms: countOf(alerts, isFalseAlarm),
    unanswered: countOf(alerts, isUnanswered),
    acknowledgedMs: percentilesOf(alerts, 'acknowledgedMs'),
    arrivedMs: percentilesOf(alerts, 'arrivedMs'),
  };
}

/** The alerts that a number counts. */
export function alertsOfKind<Alert extends AlertFigure>(alerts: readonly Alert[], kind: AlertKind): readonly Alert[] {
  switch (kind) {
    case 'all':
      return alerts;
    case 'falls':
      return alerts.filter(isFall);
    case 'false-alarms':
      return alerts.filter(isFalseAlarm);
    case 'unanswered':
      return alerts.filter(isUnanswered);
    case 'slow':
      return slowestOf(alerts, 'acknowledgedMs');
    case 'late-arrivals':
      return slowestOf(alerts, 'arrivedMs');
  }
}

type Wait = 'acknowledgedMs' | 'arrivedMs';

function slowestOf<Alert extends AlertFigure>(alerts: readonly Alert[], wait: Wait): readonly Alert[] {
  const { p90 } = percentilesOf(alerts, wait) ?? { p90: Infinity };
  return alerts.filter((alert) => (alert[wait] ?? -1) >= p90);
}

function percentilesOf(alerts: readonly AlertFigure[], wait: Wait): Percentiles | null {
  // A typed array sorts numbers several times as fast.
  const values = new Float64Array(alerts.length);
  let count = 0;
  for (const { [wait]: value } of alerts) if (value !== null) values[count++] = value;
  if (count === 0) return null;
  const sorted = values.subarray(0, count).toSorted();
  const rank = (share: number): number => sorted[Math.ceil(share * count) - 1] ?? 0;
  return { p50: rank(0.5), p90: rank(0.9) };
}
