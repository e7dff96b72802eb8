import type { LocalClock } from '../local-time/local-clock.ts';
import type { CountedAlert } from './alert-numbers.ts';

const hourMs = 3_600_000;

export function hourOf(clock: LocalClock, instant: number): number {
  return Math.floor(clock(instant) / 60);
}

/**
 * How many alerts came upon each person: the alerts, divided by the hours in which people answered, counted once for
 * each person and hour. Null: nobody answered.
 */
export function alertLoadOf(alerts: readonly CountedAlert[]): number | null {
  const hours = alerts.flatMap(({ answeredBy, raisedAt }) =>
    answeredBy === null ? [] : [`${answeredBy} ${Math.floor(raisedAt / hourMs)}`],
  );
  return hours.length === 0 ? null : alerts.length / new Set(hours).size;
}
