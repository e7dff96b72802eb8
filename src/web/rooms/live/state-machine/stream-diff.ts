import { stateKey, type Room, type RoomUpdate } from '../../../../domain/room.ts';

export interface StreamChange {
  readonly before: readonly Room[];
  readonly after: readonly Room[];
  /** The live updates that caused the change. */
  readonly updates: readonly RoomUpdate[];
  /** True for the first list: only rooms with a live update count as changed. */
  readonly isFirst?: boolean;
}

export interface StreamDiff {
  /** The active rooms whose state differs from the state before. */
  readonly changed: readonly Room[];
  /** True: rooms changed, but no notification is new, so no sound is played. */
  readonly isQuiet: boolean;
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

  return { changed, isQuiet: changed.every(isQuiet) };
}
