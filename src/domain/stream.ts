/** A stream is the camera or sensor of a room, with its newest state (specification, section 3). */

export const streamTypes = ['camera', 'radar', 'bed-sensor', 'other'] as const;

export type StreamType = (typeof streamTypes)[number];

/** INACTIVE streams are not monitored and not shown. */
export const streamStatuses = ['ACTIVE', 'INACTIVE'] as const;

export type StreamStatus = (typeof streamStatuses)[number];

export interface StreamState {
  /** Room status code; codes outside the table are kept as they are and shown as unknown. */
  readonly roomStatus: number;
  /** Status code of the last notification; null until there was one. */
  readonly lastNotification: number | null;
  /** ISO 8601 instant in UTC, of the event and not of its arrival; null until there was one. */
  readonly lastNotificationSent: string | null;
  /** Counts what changed the state: of two states of one stream, the one with more is the newer. */
  readonly revision: number;
}

/** What a live update says of one stream. */
export interface StreamUpdate extends StreamState {
  readonly uuid: string;
  /** The room changed and staff were told of nothing: there is nothing to hear. */
  readonly quiet?: true | undefined;
}

export interface Stream extends Omit<StreamUpdate, 'quiet'> {
  readonly displayName: string;
  readonly wardUUID: string;
  readonly type: StreamType;
  readonly status: StreamStatus;
}

/**
 * Takes updates into a list of streams. Only what is newer counts, so any order and any repetition
 * of the same updates ends in the same list. Returns the very same array when nothing changed.
 */
export function mergeUpdates(streams: readonly Stream[], updates: readonly StreamUpdate[]): readonly Stream[] {
  const newest = new Map<string, StreamUpdate>();
  for (const update of updates) {
    const known = newest.get(update.uuid);
    if (known === undefined || update.revision > known.revision) newest.set(update.uuid, update);
  }
  let changed = false;
  const merged = streams.map((stream) => {
    const update = newest.get(stream.uuid);
    if (update === undefined || update.revision <= stream.revision) return stream;
    changed = true;
    const { roomStatus, lastNotification, lastNotificationSent, revision } = update;
    return { ...stream, roomStatus, lastNotification, lastNotificationSent, revision };
  });
  return changed ? merged : streams;
}
