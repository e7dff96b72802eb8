/** The alerts of the shown ward that nobody has answered. The board sounds until there are none. */
import type { AlertPriority } from '../../../../domain/alerts/alert.ts';
import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
import type { Room } from '../../../../domain/room.ts';

interface RaisedAlert {
  /** Differs each time that the alert is raised. */
  readonly key: string;
  readonly priority: AlertPriority;
}

export type RaisedAlerts = readonly RaisedAlert[];

export function isRaised({ state }: ShownAlert): boolean {
  return state === 'raised';
}

/** An alert that is open when its room is set INACTIVE sounds too, because it stays on the board. */
export function raisedAlertsOf(rooms: readonly Room[]): RaisedAlerts {
  return rooms.flatMap(({ alerts = [] }) =>
    alerts.filter(isRaised).map(({ uuid, since, priority }) => ({ key: `${uuid} ${since}`, priority })),
  );
}

/** The alerts that were raised since `before`. */
export function newlyRaised(before: RaisedAlerts, after: RaisedAlerts): RaisedAlerts {
  const known = new Set(before.map(({ key }) => key));
  return after.filter(({ key }) => !known.has(key));
}

let current: RaisedAlerts = [];
const listeners = new Set<() => boolean>();

/** The raised alerts of the ward that the page shows. The ward page reports them. */
export function raisedAlerts(): RaisedAlerts {
  return current;
}

/** Returns whether the alarm sounds now because of these alerts. False: it sounds later, or there is nothing new. */
export function reportRaisedAlerts(alerts: RaisedAlerts): boolean {
  const isSame = alerts.length === current.length && newlyRaised(current, alerts).length === 0;
  if (isSame) return false;
  current = alerts;
  return [...listeners].map((listener) => listener()).some(Boolean);
}

/** The listener returns whether the alarm sounds now. */
export function subscribeRaisedAlerts(listener: () => boolean): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
