/** The unanswered alerts of the shown ward. The board sounds until there are none. */
import type { AlertPriority } from '../../domain/alerts/alert.ts';
import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import type { Room } from '../../domain/room.ts';
import { createStore } from '../shared/create-store.ts';

interface RaisedAlert {
  /** The key of one raise of an alert. An alert that is raised again has another key. */
  readonly key: string;
  readonly priority: AlertPriority;
}

export type RaisedAlerts = readonly RaisedAlert[];

export function isAlertRaised({ state }: ShownAlert): boolean {
  return state === 'raised';
}

/** Returns the raised alerts, also of a room that was set INACTIVE, because they stay on the board. */
export function raisedAlertsOf(rooms: readonly Room[]): RaisedAlerts {
  return rooms.flatMap(({ alerts = [] }) =>
    alerts.filter(isAlertRaised).map(({ uuid, since, priority }) => ({ key: `${uuid} ${since}`, priority })),
  );
}

/** The alerts of `after` that were raised since the state `before`. */
export function selectNewlyRaised(before: RaisedAlerts, after: RaisedAlerts): RaisedAlerts {
  const known = new Set(before.map(({ key }) => key));
  return after.filter(({ key }) => !known.has(key));
}

/** The raised alerts of the page. `ward-sound.ts` stores them, and the alarm of the board reads them. */
export const raisedAlertsStore = createStore<RaisedAlerts>(
  [],
  (one, other) => one.length === other.length && selectNewlyRaised(one, other).length === 0,
);
