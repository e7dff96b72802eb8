import { shownAlertsOf } from '../../../domain/alerts/shown-alert.ts';
import { parseAlerts } from '../../database/open-alerts.ts';

export interface AlertCount {
  readonly status: number;
  /** Rooms with an open alert of this status. */
  readonly count: number;
}

/** Counts the rooms with an open alert by its status. `stored`: the open alerts of each room. */
export function countAlerts(stored: readonly (string | null)[]): readonly AlertCount[] {
  const statuses = stored.flatMap((text) => [...new Set(shownAlertsOf(parseAlerts(text)).map(({ status }) => status))]);
  return [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => ({ status, count: all.length }));
}
