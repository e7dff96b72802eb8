/** What a night of a room was like, and what figures count about it. */
import type { AlertHistory } from '../alert-history.ts';
import type { TimeSpan } from '../status-periods.ts';
import { type ActivitySeconds, activitiesOf, type EventReport, secondsOf, statusesByEvent } from './activity.ts';
import { type AlertFigure, alertFigureOf } from './alert-figure.ts';
import { type SleepNumbers, sleepNumbersOf } from './sleep-numbers.ts';

export interface NightSummary {
  /** The hours of sleep. */
  readonly sleep: SleepNumbers;
  /** The whole night, from noon to noon. The night in which a room first reported begins with that report. */
  readonly seconds: ActivitySeconds;
  /** The alerts that were raised from noon to noon, without drills. */
  readonly alerts: readonly AlertFigure[];
}

export interface NightLog {
  /** The night, or the part of it that is over. */
  readonly night: TimeSpan;
  /** The hours of sleep, which may go on after that part. */
  readonly sleep: TimeSpan;
  /** The report log, in its order. */
  readonly entries: readonly EventReport[];
  /** The status at the beginning of the night. Null: nothing was reported. */
  readonly before: number | null;
  /** The times in which no server ran. */
  readonly gaps: readonly TimeSpan[];
  readonly alerts: readonly AlertHistory[];
}

export function nightSummaryOf({ night, sleep, entries, before, gaps, alerts }: NightLog): NightSummary {
  const statuses = statusesByEvent(entries, before, night, gaps);
  const first = statuses[0]?.from ?? night.to;
  return {
    sleep: sleepNumbersOf(statuses, { from: sleep.from, to: Math.min(sleep.to, night.to) }),
    seconds: secondsOf(activitiesOf(statuses, before === null ? { from: first, to: night.to } : night)),
    alerts: alerts
      .filter(({ raisedAt }) => raisedAt >= night.from && raisedAt < night.to)
      .flatMap((alert) => alertFigureOf(alert) ?? []),
  };
}
