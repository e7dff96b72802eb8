/** Decides which alerts a board shows, in which order, and the next step of each. */
import type { AlertAction } from '../../domain/alerts/alert-actions.ts';
import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import type { Room } from '../../domain/room.ts';

export interface RoomAlert {
  readonly room: Room;
  readonly alert: ShownAlert;
}

/**
 * Returns the alerts that staff answer: unanswered ones first. Within both groups, high priority comes first, then the
 * oldest. Drills are last, so that a card or the rail never shows a drill in place of a real alert. Technical alerts
 * are left out, because they count as rooms that are not monitored. A sensor fault is included, because staff must know
 * that its status raises no alert. `held`: the uuids of answered alerts that keep their place among the unanswered
 * ones.
 */
export function selectAlertsToAnswer(rooms: readonly Room[], held: AlertUuids = none): readonly RoomAlert[] {
  const alerts = rooms.flatMap((room) => (room.alerts ?? []).map((alert) => ({ room, alert })));
  return alerts
    .filter(({ alert }) => isToAnswer(alert))
    .toSorted((one, other) => compare(one.alert, other.alert, held));
}

type AlertUuids = Pick<ReadonlySet<string>, 'has'>;

const none: AlertUuids = new Set();

/**
 * Whether the server sends alerts. A server that implements only the specification does not, so the board shows nothing
 * about alerts.
 */
export function hasAlerts(rooms: readonly Room[]): boolean {
  return rooms.some(({ alertRevision }) => alertRevision !== undefined);
}

/** The technical alerts, which are not in the rail: unanswered ones first. */
export function selectTechnicalAlerts(rooms: readonly Room[]): readonly RoomAlert[] {
  const alerts = rooms.flatMap((room) => (room.alerts ?? []).map((alert) => ({ room, alert })));
  return alerts
    .filter(({ alert }) => !isToAnswer(alert) && alert.state !== 'resolved')
    .toSorted((one, other) => Number(isAlertAnswered(one.alert)) - Number(isAlertAnswered(other.alert)));
}

/** The alert that the card of a room shows. */
export function alertOfRoom(room: Room): ShownAlert | undefined {
  return room.alerts === undefined ? undefined : selectAlertsToAnswer([room])[0]?.alert;
}

/** Whether a room is not monitored, because of a technical alert. A paused room is monitored: a fall still alerts. */
export function isUnmonitored({ alerts = [] }: Room): boolean {
  return alerts.some(({ priority }) => priority === 'technical');
}

function isToAnswer({ priority, isFault, state }: ShownAlert): boolean {
  return (priority !== 'technical' || isFault) && state !== 'resolved';
}

/** Whether an alert of high priority is unanswered, or keeps its place among the unanswered ones. */
export function isUnansweredHigh(alert: ShownAlert, held: AlertUuids): boolean {
  return alert.priority === 'high' && !alert.isTest && !isSortedLast(alert, held);
}

/** Whether an alert is sorted after the unanswered ones. */
function isSortedLast(alert: ShownAlert, held: AlertUuids): boolean {
  return isAlertAnswered(alert) && !held.has(alert.uuid);
}

function compare(one: ShownAlert, other: ShownAlert, held: AlertUuids): number {
  return (
    Number(one.isTest) - Number(other.isTest) ||
    Number(isSortedLast(one, held)) - Number(isSortedLast(other, held)) ||
    Number(other.priority === 'high') - Number(one.priority === 'high') ||
    Date.parse(one.startedAt) - Date.parse(other.startedAt) ||
    (one.uuid < other.uuid ? -1 : 1)
  );
}

/** Whether somebody is on the way or in the room. A sensor fault counts as answered from the start. */
export function isAlertAnswered({ state, isFault }: ShownAlert): boolean {
  return state !== 'raised' || isFault;
}

const nextSteps = { raised: 'acknowledge', acknowledged: 'attend', attended: 'resolve', resolved: undefined } as const;

/** The action of an alert's large button. Undefined: there is none, because the alert is resolved. */
export function nextActionOf({ state, isFault }: ShownAlert): AlertAction['kind'] | undefined {
  return isFault && state === 'acknowledged' ? 'resolve' : nextSteps[state];
}

/** Replaces alerts of rooms with newer states, which the server has sent in responses. */
export function withNewerAlerts(rooms: readonly Room[], newer: ReadonlyMap<string, ShownAlert>): readonly Room[] {
  if (newer.size === 0) return rooms;
  return rooms.map((room) => {
    if (room.alerts?.some((alert) => newerOf(alert, newer) !== alert) !== true) return room;
    return { ...room, alerts: room.alerts.map((alert) => newerOf(alert, newer)) };
  });
}

function newerOf(alert: ShownAlert, newer: ReadonlyMap<string, ShownAlert>): ShownAlert {
  const other = newer.get(alert.uuid);
  // NOTE: counts are compared first, because `since` of an alert that was raised again is earlier after the server's
  // clock was set back.
  if (other === undefined || other.raisedAgainCount < alert.raisedAgainCount) return alert;
  return Date.parse(other.since) > Date.parse(alert.since) ? other : alert;
}
