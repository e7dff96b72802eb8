import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { toIsoTime } from '../../domain/iso-time.ts';

/** The time span in ISO 8601 in UTC. */
export function spanOnWire({ from, to }: TimeSpan) {
  return { from: toIsoTime(from), to: toIsoTime(to) };
}
