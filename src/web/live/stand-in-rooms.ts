/**
 * Rooms of unwatched sister wards with open alerts of high priority. The board shows and sounds these alerts in place
 * of the boards of those wards.
 */
import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import type { Room } from '../../domain/room.ts';
import { createStore } from '../shared/create-store.ts';
import { withNewerAlerts } from './open-alerts.ts';
import { withWardName } from './ward-names.ts';
import type { BoardResponse } from './report-board.ts';

/** The rooms of sister wards. Equal rooms keep the same array, so that components do not render again. */
export const standInRoomsStore = createStore<readonly Room[]>(
  [],
  (one, other) => JSON.stringify(one) === JSON.stringify(other),
);

/** Stores the rooms of the sister wards in a response. */
export function reportStandInWards(wards: BoardResponse['standInWards']): void {
  standInRoomsStore.set(wards.flatMap((ward) => ward.rooms.map((room) => withWardName(withHighAlerts(room), [ward]))));
}

/** Stores the state of an alert that this board has answered, so that it is silent before the next report. */
export function reportAnsweredAlert(alert: ShownAlert): void {
  standInRoomsStore.set(withNewerAlerts(standInRoomsStore.get(), new Map([[alert.uuid, alert]])));
}

function withHighAlerts(room: Room): Room {
  return { ...room, alerts: room.alerts?.filter(({ priority }) => priority === 'high') };
}
