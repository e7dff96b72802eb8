import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
import { stateKey, type Room, type RoomUpdate } from '../../../../domain/room.ts';

export interface StreamChange {
  readonly before: readonly Room[];
  readonly after: readonly Room[];
  /** The live updates that caused the change. */
  readonly updates: readonly RoomUpdate[];
  /** True for the first list: only rooms with a live update count as changed. */
  readonly isFirst?: boolean;
}

/** An open alert that is new or has another state than before, or one that is no longer open, with the state resolved. */
export interface AlertChange {
  readonly room: Room;
  readonly alert: ShownAlert;
}

export interface StreamDiff {
  /** The active rooms whose state differs from the state before. */
  readonly changed: readonly Room[];
  /** True: rooms changed, but no notification is new, so no sound is played. */
  readonly isQuiet: boolean;
  /** The alerts that changed. A room that is new in the list has none. */
  readonly alertChanges: readonly AlertChange[];
  /** The rooms whose pause has begun or ended. */
  readonly pauseChanges: readonly Room[];
}

/** Decides which rooms changed and whether the change plays a sound. */
export function diffStreams({ before, after, updates, isFirst = false }: StreamChange): StreamDiff {
  const known = new Map(before.map((room) => [room.uuid, room]));
  const updated = new Set(updates.map(({ uuid }) => uuid));
  const loud = new Set(updates.filter(({ quiet }) => quiet !== true).map(({ uuid }) => uuid));

  const changed = after.filter((room) => {
    const { uuid, status } = room;
    const previous = known.get(uuid);
    if (status !== 'ACTIVE' || previous === undefined) return false;
    if (isFirst && updated.has(uuid)) return true;
    return room !== previous && stateKey(room) !== stateKey(previous);
  });

  /** NOTE: a quiet update can follow a notification that was missed while offline. The notification needs a sound. */
  function isQuiet({ uuid, lastNotification, lastNotificationSent }: Room): boolean {
    if (loud.has(uuid)) return false;
    const previous = known.get(uuid);
    return previous?.lastNotification === lastNotification && previous.lastNotificationSent === lastNotificationSent;
  }

  const alertChanges = after.flatMap((room) => changedAlerts(room, known.get(room.uuid)));
  const pauseChanges = after.filter((room) => hasPauseChanged(room, known.get(room.uuid)));
  return { changed, isQuiet: changed.every(isQuiet), alertChanges, pauseChanges };
}

function hasPauseChanged(room: Room, previous: Room | undefined): boolean {
  return previous !== undefined && (room.pause === undefined) !== (previous.pause === undefined);
}

function changedAlerts(room: Room, previous: Room | undefined): readonly AlertChange[] {
  if (previous === undefined || room.alerts === previous.alerts) return [];
  const { alerts = [] } = room;
  const known = new Map(previous.alerts?.map((alert) => [alert.uuid, alert]));
  const changed = alerts.filter((alert) => {
    const { state, since } = known.get(alert.uuid) ?? {};
    return state !== alert.state || since !== alert.since;
  });
  for (const { uuid } of alerts) known.delete(uuid);
  const ended = [...known.values()].map((alert) => ({ ...alert, state: 'resolved' as const }));
  return [...changed, ...ended].map((alert) => ({ room, alert }));
}
