/**
 * The rooms of sister wards that nobody watches, with their open alerts of high priority. The board shows and sounds
 * these alerts in place of the boards of those wards.
 */
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import type { Room } from '../../../domain/room.ts';
import { withNewerAlerts } from '../alerts/open-alerts.ts';
import { withWardName } from '../board/ward-names.ts';
import type { BoardAnswer } from './report-board.ts';

let current: readonly Room[] = [];
const listeners = new Set<() => void>();

export function standInRooms(): readonly Room[] {
  return current;
}

export function subscribeStandInRooms(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes the rooms of an answer of the server. */
export function reportStandInWards(wards: BoardAnswer['standInWards']): void {
  update(wards.flatMap((ward) => ward.rooms.map((room) => withWardName(withHighAlerts(room), [ward]))));
}

/** Takes the state of an alert that this board has answered, so that it is silent before its next report. */
export function reportAnsweredAlert(alert: ShownAlert): void {
  update(withNewerAlerts(current, new Map([[alert.uuid, alert]])));
}

/** The array stays the same while the rooms do not change. */
function update(rooms: readonly Room[]): void {
  if (JSON.stringify(rooms) === JSON.stringify(current)) return;
  current = rooms;
  for (const listener of listeners) listener();
}

function withHighAlerts(room: Room): Room {
  return { ...room, alerts: room.alerts?.filter(({ priority }) => priority === 'high') };
}
