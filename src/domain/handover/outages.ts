import type { StatusPeriod } from '../history/status-periods.ts';
import { statusOfCode } from '../room-status.ts';

/** A device that starts again is no outage. */
const minOutageMs = 60_000;

/** The times in which the device of a room did not observe it. */
export function outagesOf(periods: readonly StatusPeriod[]): readonly StatusPeriod[] {
  return periods.filter(
    ({ status, from, to }) => statusOfCode(status).priority === 'technical' && to - from >= minOutageMs,
  );
}
