/** The room of a stream as a board knows it, and how live updates change it (specification, sections 3 and 4). */
import { statusOfCode } from './room-status.ts';
import type { ShownAlert, ShownPause } from './alerts/shown-alert.ts';
import type { ShownAlertRule } from './alerts/shown-rule.ts';
import type { StreamState, StreamStatus, StreamType, StreamUpdate } from './stream.ts';

/** A live update of one room. A server that implements only the specification sends no revision and no alerts. */
export interface RoomUpdate extends Omit<StreamUpdate, 'revision' | 'alertRevision' | 'alerts' | 'pause'> {
  readonly revision?: number | undefined;
}

export type RoomState = Pick<RoomUpdate, keyof StreamState>;

export interface Room extends Omit<RoomUpdate, 'quiet'> {
  readonly displayName: string;
  readonly status: StreamStatus;
  readonly wardUUID?: string | undefined;
  /** A server that implements only the specification sends no type and no alerts. */
  readonly type?: StreamType | undefined;
  readonly alertRevision?: number | undefined;
  readonly alerts?: readonly ShownAlert[] | undefined;
  readonly pause?: ShownPause | undefined;
  readonly alertRules?: readonly ShownAlertRule[] | undefined;
}

/** The open alerts of a room and its pause, as a live event brings them. */
export interface RoomAlerts {
  readonly streamUUID: string;
  readonly alertRevision: number;
  readonly alerts: readonly ShownAlert[];
  /** The pause of the room's alerts. Absent: the alerts are not paused. */
  readonly pause?: ShownPause | undefined;
}

/**
 * Whether nothing in a room needs staff, so that its card may be dark at night. Only the status of priority information
 * counts as calm: a server that implements only the specification sends no alerts, and a fall is not calm there.
 */
export function isCalm({ roomStatus, alerts = [] }: Room): boolean {
  return statusOfCode(roomStatus).priority === 'information' && alerts.every(({ state }) => state === 'resolved');
}

/** A text that is different for each state of a room. */
export function stateKeyOf({ revision, roomStatus, lastNotification, lastNotificationSent }: RoomState): string {
  return [revision, roomStatus, lastNotification, lastNotificationSent].join(' ');
}

/**
 * Replaces rooms in the new list with the equal objects of the old list, so that a page renders only the changed rooms
 * again.
 */
export function reuseEqualRooms(before: readonly Room[], rooms: readonly Room[]): readonly Room[] {
  const known = new Map(before.map((room) => [room.uuid, room]));
  return rooms.map((room) => {
    const old = known.get(room.uuid);
    return old !== undefined && isEqual(old, room) ? old : room;
  });
}

/**
 * Whether two rooms have equal fields. Compares JSON, so fields of later versions are included. Another order of the
 * fields counts as a difference.
 */
function isEqual(one: Room, other: Room): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Applies updates to a list of rooms. Only a newer state is applied, so updates may be repeated. With revisions they
 * may also arrive in any order. Returns the same array if nothing changed.
 */
export function mergeUpdates(rooms: readonly Room[], updates: readonly RoomUpdate[]): readonly Room[] {
  const merged = new Map(rooms.map((room) => [room.uuid, room]));
  let hasChanged = false;
  for (const update of updates) {
    const room = merged.get(update.uuid);
    if (room === undefined || !isNewer(update, room)) continue;
    const { quiet: _quiet, ...state } = update;
    // Sets the members explicitly, so that a value that the update does not have is removed from the room.
    merged.set(room.uuid, { ...room, offlineSource: undefined, revision: undefined, ...state });
    hasChanged = true;
  }
  return hasChanged ? [...merged.values()] : rooms;
}

/**
 * Applies open alerts and pauses to a list of rooms. Those of a room are replaced only by a higher alert revision, so
 * changes may arrive repeatedly and in any order. Returns the same array if nothing changed.
 */
export function mergeAlerts(rooms: readonly Room[], changes: readonly RoomAlerts[]): readonly Room[] {
  const newest = new Map(selectNewestAlerts(changes).map((change) => [change.streamUUID, change]));
  const merged = rooms.map((room) => {
    const change = newest.get(room.uuid);
    if (change === undefined || change.alertRevision <= (room.alertRevision ?? -1)) return room;
    const { alertRevision, alerts, pause } = change;
    return { ...room, alertRevision, alerts: alerts.length === 0 ? undefined : alerts, pause };
  });
  return merged.some((room, index) => room !== rooms[index]) ? merged : rooms;
}

/** Returns only the newest alerts of each room. */
export function selectNewestAlerts(changes: readonly RoomAlerts[]): readonly RoomAlerts[] {
  const byRevision = changes.toSorted((one, other) => one.alertRevision - other.alertRevision);
  return [...new Map(byRevision.map((change) => [change.streamUUID, change])).values()];
}

/** Returns only the newest update of each room. The update is quiet only if all updates of the room were quiet. */
export function selectNewestUpdates(updates: readonly RoomUpdate[]): readonly RoomUpdate[] {
  const newest = new Map<string, RoomUpdate>();
  for (const update of updates) {
    const previous = newest.get(update.uuid);
    if (previous === undefined) newest.set(update.uuid, update);
    else {
      const newer = isNewer(update, previous) ? update : previous;
      newest.set(update.uuid, { ...newer, quiet: previous.quiet && update.quiet });
    }
  }
  return [...newest.values()];
}

/**
 * Whether an update is newer than a room: by revision, or without revisions by the time of the notification. With equal
 * or missing times the update is newer, because it arrived later.
 */
function isNewer(update: RoomState, room: RoomState): boolean {
  if (update.revision !== undefined && room.revision !== undefined) return update.revision > room.revision;
  if (update.lastNotificationSent === null || room.lastNotificationSent === null) return true;
  return Date.parse(update.lastNotificationSent) >= Date.parse(room.lastNotificationSent);
}
