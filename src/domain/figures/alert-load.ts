import type { AlertFigure } from '../history/nights/alert-figure.ts';
import type { LocalClock } from '../local-time/local-clock.ts';

const hourMs = 3_600_000;

export function hourOf(clock: LocalClock, instant: number): number {
  return Math.floor(clock(instant) / 60);
}

/**
 * How many alerts came upon each person: the alerts, divided by the hours in which people answered, counted once for
 * each person and hour. Null: nobody answered.
 */
export function alertLoadOf(alerts: readonly AlertFigure[]): number | null {
  const hoursOf = new Map<string, Set<number>>();
  for (const { answeredBy, raisedAt } of alerts) {
    if (answeredBy === null) continue;
    const hours = hoursOf.get(answeredBy) ?? new Set();
    hoursOf.set(answeredBy, hours.add(Math.floor(raisedAt / hourMs)));
  }
  const count = [...hoursOf.values()].reduce((sum, hours) => sum + hours.size, 0);
  return count === 0 ? null : alerts.length / count;
}
