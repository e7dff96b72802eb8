import type { AlertCount } from './alerts-end.tsx';

/** `statuses`: those of the open alerts of all rooms. */
export function countStatuses(statuses: readonly number[]): readonly AlertCount[] {
  return [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => ({ status, count: all.length }));
}
