/** An alert as boards and other programs see it. */
import { toIsoTime } from '../iso-time.ts';
import type { Alert, AlertActor, Pause } from './alert.ts';

export type ShownAlert = NonNullable<ReturnType<typeof shownAlertOf>>;

export type ShownPause = ReturnType<typeof shownPauseOf>;

/** The pause as boards show it, with times in ISO 8601 in UTC. */
export function shownPauseOf({ by, since, until }: Omit<Pause, 'by'> & { readonly by: AlertActor }) {
  return { by, since: toIsoTime(since), until: toIsoTime(until) };
}

/** The alerts of a room that staff see: those that wait until their status has lasted long enough are left out. */
export function shownAlertsOf(alerts: readonly Alert[]): readonly ShownAlert[] {
  return alerts.flatMap((alert) => shownAlertOf(alert) ?? []);
}

/** The alert as boards show it, with times in ISO 8601 in UTC. Undefined: the alert waits, so staff do not see it. */
export function shownAlertOf(alert: Alert) {
  const { uuid, status, priority, isTest, isFault, state, by, startedAt, since, dueAt } = alert;
  const { raisedAgainCount, resolution, attended, note } = alert;
  if (state === 'waiting') return undefined;
  return {
    uuid,
    status,
    priority,
    isTest,
    isFault,
    state,
    by,
    startedAt: toIsoTime(startedAt),
    since: toIsoTime(since),
    dueAt: toIsoTime(dueAt),
    raisedAgainCount,
    resolution,
    attended,
    note,
  };
}
