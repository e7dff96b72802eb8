/** Which alerts a board shows, in which order, and what staff do next. */
import type { AlertAction } from '../../../domain/alerts/alert-actions.ts';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import type { Room } from '../../../domain/room.ts';

export interface RoomAlert {
  readonly room: Room;
  readonly alert: ShownAlert;
}

/**
 * The alerts that staff answer: first those that nobody has answered, then the others. Within both, high priority comes
 * first, then the oldest. Drills come last, so that no card and no rail shows a drill in place of a real alert.
 * Technical alerts are not among them: they are counted as rooms that are not monitored. The fault of a sensor is, since
 * staff have to know that its status raises no alert.
 * `held`: the uuids of alerts that keep their place among the unanswered ones although they are answered.
 */
export function alertsToAnswer(rooms: readonly Room[], held: ReadonlySet<string> = none): readonly RoomAlert[] {
  const alerts = rooms.flatMap((room) => (room.alerts ?? []).map((alert) => ({ room, alert })));
  return alerts
    .filter(({ alert }) => isToAnswer(alert))
    .toSorted((one, other) => compare(one.alert, other.alert, held));
}

const none: ReadonlySet<string> = new Set();

/** Whether the server has alerts. One that implements only the specification has none, so nothing is said about them. */
export function hasAlerts(rooms: readonly Room[]): boolean {
  return rooms.some(({ alertRevision }) => alertRevision !== undefined);
}

/** The open alerts that are not in the rail, which are technical: first those that nobody has answered. */
export function technicalAlerts(rooms: readonly Room[]): readonly RoomAlert[] {
  const alerts = rooms.flatMap((room) => (room.alerts ?? []).map((alert) => ({ room, alert })));
  return alerts
    .filter(({ alert }) => !isToAnswer(alert) && alert.state !== 'resolved')
    .toSorted((one, other) => Number(isAnswered(one.alert)) - Number(isAnswered(other.alert)));
}

/** The alert that the card of a room shows. */
export function alertOfRoom(room: Room): ShownAlert | undefined {
  return room.alerts === undefined ? undefined : alertsToAnswer([room])[0]?.alert;
}

/** Whether a room is not monitored, because of a technical alert or because staff have paused its alerts. */
export function isUnmonitored({ alerts = [], pause }: Room): boolean {
  return pause !== undefined || alerts.some(({ priority }) => priority === 'technical');
}

function isToAnswer({ priority, isFault, state }: ShownAlert): boolean {
  return (priority !== 'technical' || isFault) && state !== 'resolved';
}

/** Whether somebody has to go at once, and nobody is going. Alerts that keep their place count too. */
export function isUnansweredHigh(alert: ShownAlert, held: ReadonlySet<string>): boolean {
  return alert.priority === 'high' && !alert.isTest && !isBehind(alert, held);
}

/** Whether an alert stands behind those that nobody has answered. */
function isBehind(alert: ShownAlert, held: ReadonlySet<string>): boolean {
  return isAnswered(alert) && !held.has(alert.uuid);
}

function compare(one: ShownAlert, other: ShownAlert, held: ReadonlySet<string>): number {
  return (
    Number(one.isTest) - Number(other.isTest) ||
    Number(isBehind(one, held)) - Number(isBehind(other, held)) ||
    Number(other.priority === 'high') - Number(one.priority === 'high') ||
    Date.parse(one.startedAt) - Date.parse(other.startedAt) ||
    (one.uuid < other.uuid ? -1 : 1)
  );
}

/** Whether somebody is on the way or in the room. The fault of a sensor is quiet to look at from the start. */
export function isAnswered({ state, isFault }: ShownAlert): boolean {
  return state !== 'raised' || isFault;
}

const nextSteps = { raised: 'acknowledge', acknowledged: 'attend', attended: 'resolve', resolved: undefined } as const;

/** What the large button of an alert does. Undefined: nothing, because the alert is resolved. */
export function nextStep({ state, isFault }: ShownAlert): AlertAction['kind'] | undefined {
  return isFault && state === 'acknowledged' ? 'resolve' : nextSteps[state];
}

/** Replaces the alerts of rooms by newer states of them, which the server has sent in its answers. */
export function withNewerAlerts(rooms: readonly Room[], newer: ReadonlyMap<string, ShownAlert>): readonly Room[] {
  if (newer.size === 0) return rooms;
  return rooms.map((room) => {
    if (room.alerts?.some((alert) => newerOf(alert, newer) !== alert) !== true) return room;
    return { ...room, alerts: room.alerts.map((alert) => newerOf(alert, newer)) };
  });
}

function newerOf(alert: ShownAlert, newer: ReadonlyMap<string, ShownAlert>): ShownAlert {
  const other = newer.get(alert.uuid);
  return other !== undefined && Date.parse(other.since) > Date.parse(alert.since) ? other : alert;
}
