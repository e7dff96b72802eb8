import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import { stateKeyOf, type Room } from '../../domain/room.ts';

/** An alert that is new, has changed, or is no longer open. One that is no longer open has the state `resolved`. */
interface AlertChange {
  readonly room: Room;
  readonly alert: ShownAlert;
}

export interface StreamDiff {
  /** The active rooms whose state differs from the state before. */
  readonly changed: readonly Room[];
  /** The changed rooms that have a new notification, so that a sound is played. */
  readonly notified: readonly Room[];
  /** The alerts that changed. A room that is new in the list has none. */
  readonly alertChanges: readonly AlertChange[];
  /** The rooms whose pause has begun or ended. */
  readonly pauseChanges: readonly Room[];
}

const none: ReadonlySet<string> = new Set();

/**
 * Finds out what has changed in the rooms of a board. A room that is new in the list has changed only if its uuid is in
 * `notified`, the rooms with a notification that arrived before the first list.
 */
export function diffStreams(before: readonly Room[], after: readonly Room[], notified = none): StreamDiff {
  const known = new Map(before.map((room) => [room.uuid, room]));
  const pairs = after.flatMap((room) => {
    const previous = known.get(room.uuid);
    return previous === undefined || previous === room ? [] : [{ room, previous }];
  });
  const changed = pairs.filter(({ room, previous }) => {
    return room.status === 'ACTIVE' && stateKeyOf(room) !== stateKeyOf(previous);
  });
  const first = after.filter(({ uuid, status }) => status === 'ACTIVE' && !known.has(uuid) && notified.has(uuid));
  const roomsOf = (some: typeof pairs) => some.map(({ room }) => room);
  return {
    changed: [...first, ...roomsOf(changed)],
    notified: [...first, ...roomsOf(changed.filter(({ room, previous }) => isNotified(room, previous)))],
    alertChanges: pairs.flatMap(({ room, previous }) => changedAlerts(room, previous)),
    pauseChanges: roomsOf(
      pairs.filter(({ room, previous }) => (room.pause === undefined) !== (previous.pause === undefined)),
    ),
  };
}

/** Whether a change of a room is a notification. Each update from a server without revisions is a notification. */
function isNotified({ revision, lastNotification, lastNotificationSent }: Room, previous: Room): boolean {
  return (
    revision === undefined ||
    previous.lastNotification !== lastNotification ||
    previous.lastNotificationSent !== lastNotificationSent
  );
}

function changedAlerts(room: Room, previous: Room): readonly AlertChange[] {
  if (room.alerts === previous.alerts) return [];
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
