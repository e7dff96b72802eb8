/** An alert as boards and other programs see it. */
import { isoTime } from '../iso-time.ts';
import type { Alert, AlertActor, AlertPriority, AlertResolution, AlertState } from './alert.ts';
import type { Pause } from './pause.ts';

export interface ShownAlert {
  readonly uuid: string;
  /** The room status code that raised the alert. */
  readonly status: number;
  readonly priority: AlertPriority;
  readonly isTest: boolean;
  /** The sensor is faulty: its status raises no alert in this room while this alert is open. */
  readonly isFault: boolean;
  readonly state: Exclude<AlertState, 'waiting'>;
  readonly by: AlertActor;
  /** When it happened in the room, ISO 8601 in UTC. */
  readonly startedAt: string;
  /** Since when it has its state, ISO 8601 in UTC. */
  readonly since: string;
  /** When the server raises it again unless it is resolved, ISO 8601 in UTC. Null: it is raised now, or resolved. */
  readonly dueAt: string | null;
  /** How often it was raised again because nobody resolved it in time. */
  readonly raisedAgainCount: number;
  readonly resolution: AlertResolution | null;
  /** Whether somebody was in the room before a user resolved it. Null: nobody has said it. */
  readonly attended: boolean | null;
  readonly note: string | null;
}

/** A pause as boards and other programs see it. Times are ISO 8601 in UTC. */
export interface ShownPause {
  readonly by: AlertActor;
  readonly since: string;
  readonly until: string;
}

export function shownPauseOf({ by, since, until }: Pause): ShownPause {
  return { by, since: isoTime(since), until: isoTime(until) };
}

/** The alerts of a room that staff see: those that wait until their status has lasted long enough are left out. */
export function shownAlertsOf(alerts: readonly Alert[]): readonly ShownAlert[] {
  return alerts.flatMap((alert) => shownAlertOf(alert) ?? []);
}

export function shownAlertOf(alert: Alert): ShownAlert | undefined {
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
    startedAt: isoTime(startedAt),
    since: isoTime(since),
    dueAt: isoTime(dueAt),
    raisedAgainCount,
    resolution,
    attended,
    note,
  };
}
