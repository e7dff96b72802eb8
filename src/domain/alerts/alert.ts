/**
 * An alert: something in a room that staff have to answer. It starts with a report and ends when somebody resolves it,
 * whatever the room reports meanwhile.
 */

/** The priorities of alerts. `technical`: the room is not monitored. Such an alert sounds rarely. */
export const alertPriorities = ['high', 'medium', 'technical'] as const;

export type AlertPriority = (typeof alertPriorities)[number];

/**
 * `waiting`: the status has not lasted long enough, so staff do not see the alert yet. `acknowledged`: somebody is on
 * the way. `attended`: somebody is in the room.
 */
export const alertStates = ['waiting', 'raised', 'acknowledged', 'attended', 'resolved'] as const;

/** The states of open alerts that staff see. */
export const shownAlertStates = [
  'raised',
  'acknowledged',
  'attended',
] as const satisfies readonly (typeof alertStates)[number][];

type AlertState = (typeof alertStates)[number];

/**
 * `sensor-faulty` opens a technical alert that is the fault of the sensor, and `repaired` ends that alert. `test`: the
 * end of a drill.
 */
export const alertResolutions = [
  'helped',
  'false-alarm',
  'resolved-itself',
  'test',
  'sensor-faulty',
  'repaired',
] as const;

export type AlertResolution = (typeof alertResolutions)[number];

/**
 * Who caused a state: a user, a device of the room, or the server because a time was over or the room is not observed.
 * `displayName` is null when the identity provider tells no name.
 */
export type AlertActor =
  | { readonly kind: 'user'; readonly subject: string; readonly displayName: string | null }
  | { readonly kind: 'device' }
  | { readonly kind: 'server' };

export type AlertUser = Extract<AlertActor, { kind: 'user' }>;

/** Staff care for the resident, so alerts of medium priority of the room wait until the pause ends. */
export interface Pause {
  readonly by: AlertUser;
  /** When the pause began, in epoch milliseconds. */
  readonly since: number;
  readonly until: number;
}

export interface Alert {
  readonly uuid: string;
  readonly streamUUID: string;
  /** The room status code that raised the alert. */
  readonly status: number;
  readonly priority: AlertPriority;
  /** Whether only a user can resolve the alert. False: a later status also closes the alert. */
  readonly latches: boolean;
  /** Whether the alert is a drill, which statistics leave out. */
  readonly isTest: boolean;
  /** Whether the alert is a sensor fault: while it is open, reports of its status open no other alert. */
  readonly isFault: boolean;
  /** When the status of the alert began in the room, in epoch milliseconds. */
  readonly startedAt: number;
  readonly state: AlertState;
  /**
   * While a fall waits that staff have not been told of: its source. No other source of the room can end the alert.
   */
  readonly source?: string | undefined;
  /** Who caused the present state, and when (epoch milliseconds). */
  readonly by: AlertActor;
  readonly since: number;
  /**
   * Since when the alert waits for an answer, in epoch milliseconds: it stays the same when the alert is raised again
   * before anybody answers. Undefined: it does not wait, or an older server raised it.
   */
  readonly unansweredSince?: number | undefined;
  /** How often the alert was raised again: nobody resolved it in time, or its status began again after an answer. */
  readonly raisedAgainCount: number;
  /** When the server raises the alert, or raises it again. Null: the alert waits for an answer of a user. */
  readonly dueAt: number | null;
  /** How the alert ended. Null: it is not resolved. */
  readonly resolution: AlertResolution | null;
  /** Whether somebody was in the room, set when a user resolves the alert. Null: nobody has said. */
  readonly attended: boolean | null;
  readonly note: string | null;
}

/**
 * What happened to an alert. `dropped`: the status of a waiting alert ended in time, so nobody ever sees it.
 * `room-inactive` and `room-removed`: an operator has ended the alert by ending the observation of its room.
 */
export const alertEvents = [
  'opened',
  'raised',
  'acknowledged',
  'withdrawn',
  'attended',
  'resolved',
  'raised-again',
  'dropped',
  'room-inactive',
  'room-removed',
] as const;

export type AlertEvent = (typeof alertEvents)[number];

/** The events that staff see: a dropped alert was never raised. */
export const shownAlertEvents = alertEvents.filter((event) => event !== 'dropped');

/** The events that end an alert. */
export const alertEndEvents: readonly AlertEvent[] = ['resolved', 'dropped', 'room-inactive', 'room-removed'];

/** One transition: the new state of the alert, and its row in the history. */
export interface AlertTransition {
  readonly alert: Alert;
  readonly event: AlertEvent;
}

export const maxNoteLength = 500;

/**
 * An alert that is acknowledged and not resolved is raised again after this time, and so is one that only a sensor has
 * attended: no person has said that they are there.
 */
export const maxAcknowledgedMs = 3 * 60_000;

/** An alert that a user attends is raised again if nobody resolves it within this time. Helping takes a while. */
export const maxAttendedMs = 20 * 60_000;

/** A technical alert that a user has answered is raised again after this time, in the next shift. */
export const technicalTimeoutMs = 8 * 3_600_000;

export const deviceActor = { kind: 'device' } as const;

interface NewAlert extends Pick<
  Alert,
  'uuid' | 'streamUUID' | 'status' | 'priority' | 'latches' | 'startedAt' | 'source'
> {
  /** When the alert is raised. If that is in the future, the alert waits until then. */
  readonly raisedAt: number;
  readonly now: number;
}

export function createAlert({ raisedAt, now, ...fields }: NewAlert): Alert {
  const isWaiting = raisedAt > now;
  return {
    ...fields,
    isTest: false,
    isFault: false,
    state: isWaiting ? 'waiting' : 'raised',
    unansweredSince: isWaiting ? undefined : now,
    by: deviceActor,
    since: now,
    raisedAgainCount: 0,
    dueAt: isWaiting ? raisedAt : null,
    resolution: null,
    attended: null,
    note: null,
  };
}

type Change = Pick<Alert, 'state' | 'by' | 'dueAt'> & Partial<Alert>;

/** Applies a change. All transitions of an alert are made by this function. */
export function changeAlert(alert: Alert, event: AlertEvent, now: number, change: Change): AlertTransition {
  const unansweredSince = alert.state === 'raised' ? (alert.unansweredSince ?? alert.since) : now;
  return {
    event,
    alert: {
      ...alert,
      ...change,
      since: now,
      unansweredSince: change.state === 'raised' ? unansweredSince : undefined,
    },
  };
}

export function isAlertOpen({ state }: Pick<Alert, 'state'>): boolean {
  return state !== 'resolved';
}

/** The open alerts after the transitions, in the order in which they were opened. */
export function applyTransitions(open: readonly Alert[], transitions: readonly AlertTransition[]): readonly Alert[] {
  const alerts = new Map(open.map((alert) => [alert.uuid, alert]));
  for (const { alert } of transitions) alerts.set(alert.uuid, alert);
  return [...alerts.values()].filter(isAlertOpen);
}
