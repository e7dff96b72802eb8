/** Counts alerts for figures. */
import type { AlertFigure } from '../history/nights/alert-figure.ts';
import { statusOfCode } from '../room-status.ts';

/** An alert with its place. */
export interface CountedAlert extends AlertFigure {
  readonly wardUUID: string;
  /** Null: the history of the room was erased. */
  readonly streamUUID: string | null;
}

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

function isFall({ status, resolution }: AlertFigure): boolean {
  return fallNames.includes(statusOfCode(status).name) && resolution !== 'false-alarm';
}

/** An open alert may still be answered. */
function isUnanswered({ acknowledgedMs, endedMs }: AlertFigure): boolean {
  return acknowledgedMs === null && endedMs !== null;
}

export function numbersOf(alerts: readonly AlertFigure[]): AlertNumbers {
  return {
    alerts: alerts.length,
    falls: alerts.filter(isFall).length,
    falseAlarms: alerts.filter(({ resolution }) => resolution === 'false-alarm').length,
    unanswered: alerts.filter(isUnanswered).length,
    acknowledgedMs: percentilesOf(alerts.flatMap(({ acknowledgedMs }) => acknowledgedMs ?? [])),
    arrivedMs: percentilesOf(alerts.flatMap(({ arrivedMs }) => arrivedMs ?? [])),
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
      return alerts.filter(({ resolution }) => resolution === 'false-alarm');
    case 'unanswered':
      return alerts.filter(isUnanswered);
    case 'slow':
      return slowestOf(alerts, ({ acknowledgedMs }) => acknowledgedMs);
    case 'late-arrivals':
      return slowestOf(alerts, ({ arrivedMs }) => arrivedMs);
  }
}

function slowestOf<Alert extends AlertFigure>(
  alerts: readonly Alert[],
  waitOf: (alert: Alert) => number | null,
): readonly Alert[] {
  const { p90 } = percentilesOf(alerts.flatMap((alert) => waitOf(alert) ?? [])) ?? { p90: Infinity };
  return alerts.filter((alert) => (waitOf(alert) ?? -1) >= p90);
}

function percentilesOf(values: readonly number[]): Percentiles | null {
  if (values.length === 0) return null;
  // A typed array sorts numbers several times as fast.
  const sorted = Float64Array.from(values).toSorted();
  const rank = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
  return { p50: rank(0.5), p90: rank(0.9) };
}
