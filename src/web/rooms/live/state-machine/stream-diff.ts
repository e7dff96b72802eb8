import type { Stream, StreamUpdate } from '../../../../domain/stream.ts';

export interface StreamChange {
  readonly before: readonly Stream[];
  readonly after: readonly Stream[];
  /** The live updates that caused the change. */
  readonly updates: readonly StreamUpdate[];
  /** True for the first list: only rooms with a live update count as changed. */
  readonly isFirst?: boolean;
}

export interface StreamDiff {
  /** The active rooms whose revision differs from the revision before. */
  readonly changed: readonly Stream[];
  /** True: rooms changed, but no notification is new, so no sound is played. */
  readonly isQuiet: boolean;
}

/** Decides which rooms changed and whether the change plays a sound. */
export function diffStreams({ before, after, updates, isFirst = false }: StreamChange): StreamDiff {
  const known = new Map(before.map((stream) => [stream.uuid, stream]));
  const updated = new Set(updates.map(({ uuid }) => uuid));
  const loud = new Set(updates.filter(({ quiet }) => quiet !== true).map(({ uuid }) => uuid));

  const changed = after.filter(({ uuid, status, revision }) => {
    const stream = known.get(uuid);
    if (status !== 'ACTIVE' || stream === undefined) return false;
    return revision !== stream.revision || (isFirst && updated.has(uuid));
  });

  /** NOTE: a quiet update can follow a notification that was missed while offline. The notification needs a sound. */
  function isQuiet({ uuid, lastNotification, lastNotificationSent }: Stream): boolean {
    if (loud.has(uuid)) return false;
    const stream = known.get(uuid);
    return stream?.lastNotification === lastNotification && stream.lastNotificationSent === lastNotificationSent;
  }

  return { changed, isQuiet: changed.every(isQuiet) };
}
