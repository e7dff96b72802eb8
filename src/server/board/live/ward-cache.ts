/** The newest known state of the streams of one ward. It decides which updates are new to the viewers. */
import type { Stream } from '../../../contract/home/entities.ts';
import type { StreamUpdate } from '../../../domain/stream.ts';
import { type StoredWard, wardVersionOf, type WardVersion } from '../stored-wards.ts';

/** An update that is new to the viewers, and which of its parts they do not have yet. */
export interface WardChange {
  readonly update: StreamUpdate;
  readonly hasNewState: boolean;
  readonly hasNewAlerts: boolean;
}

export type WardCache = ReturnType<typeof createWardCache>;

export function createWardCache() {
  let cached = new Map<string, StreamUpdate>();
  let stored: StoredWard | undefined;
  /** The list with the newest states. Undefined: something has changed since it was made. */
  let list: readonly Stream[] | undefined;

  function isNew({ uuid, revision, alertRevision }: StreamUpdate): boolean {
    const known = cached.get(uuid);
    return known === undefined || revision > known.revision || alertRevision > known.alertRevision;
  }

  function changeOf(update: StreamUpdate): WardChange {
    const known = cached.get(update.uuid);
    return {
      update: isQuiet(known, update) ? { ...update, quiet: true } : update,
      hasNewState: known === undefined || update.revision > known.revision,
      hasNewAlerts: known === undefined ? update.alerts !== undefined : update.alertRevision > known.alertRevision,
    };
  }

  /** The query may have run before a newer update was stored and arrived. Then the cached update is the newest one. */
  function newestOf(update: StreamUpdate, before: ReadonlyMap<string, StreamUpdate>): StreamUpdate {
    const known = cached.get(update.uuid);
    const hasArrivedSince = known !== undefined && known !== before.get(update.uuid);
    return hasArrivedSince && !isNew(update) ? known : update;
  }

  return {
    /** Adds updates from the bus. Returns those that are new. */
    apply: (updates: readonly StreamUpdate[]): readonly WardChange[] => {
      const changes = updates.filter(isNew).map((update) => {
        const change = changeOf(update);
        cached.set(update.uuid, update);
        return change;
      });
      if (changes.length > 0) list = undefined;
      return changes;
    },
    /** The cached updates. Take this copy before the database is read, and pass it to `reconcile`. */
    snapshot: (): ReadonlyMap<string, StreamUpdate> => new Map(cached),
    /**
     * Replaces the content with that of the database. Returns `missed`, the updates that the bus has lost, and whether
     * the viewers have to load the list again: streams were added, removed or renamed, or have other rules, or a backup
     * was restored.
     */
    reconcile: (ward: StoredWard, before: ReadonlyMap<string, StreamUpdate>) => {
      const isFirst = stored === undefined;
      const updates = ward.streams.map(updateOf);
      const isRestored = updates.some((update) => isOlder(update, before.get(update.uuid)));
      const needsReload = stored !== undefined && (!hasSameRooms(ward, stored) || isRestored);
      const missed = isFirst ? [] : updates.filter(isNew).map(changeOf);
      cached = new Map(updates.map((update) => [update.uuid, newestOf(update, before)]));
      stored = ward;
      list = undefined;
      return { missed, needsReload };
    },
    version: (): WardVersion => {
      let [revisionSum, alertRevisionSum] = [0, 0];
      for (const { revision, alertRevision } of cached.values()) {
        revisionSum += revision;
        alertRevisionSum += alertRevision;
      }
      return wardVersionOf(cached.size, revisionSum, alertRevisionSum);
    },
    /** The place of the ward. Undefined: the ward does not exist, or is not loaded yet. */
    place: () => stored?.place,
    /** The list of the streams with their newest states. Undefined: the ward is not loaded yet. */
    list: (): readonly Stream[] | undefined => {
      // A field that is missing in an update has no value now.
      const missing = { offlineSource: undefined, alerts: undefined, pause: undefined };
      list ??= stored?.streams.map((stream) => ({ ...stream, ...missing, ...cached.get(stream.uuid) }));
      return list;
    },
  };
}

function updateOf({
  displayName: _name,
  wardUUID: _ward,
  type: _type,
  status: _status,
  alertRules: _rules,
  ...update
}: Stream): StreamUpdate {
  return update;
}

/** An update that leaves the last notification unchanged is quiet: the viewers play no sound. */
function isQuiet(known: StreamUpdate | undefined, update: StreamUpdate): boolean {
  return (
    known !== undefined &&
    known.lastNotification === update.lastNotification &&
    known.lastNotificationSent === update.lastNotificationSent
  );
}

const listedFields = ['uuid', 'displayName', 'type', 'status'] as const;

/** Whether two states of a ward have the same rooms, apart from the states of the streams. */
function hasSameRooms(one: StoredWard, other: StoredWard): boolean {
  return (
    one.streams.length === other.streams.length &&
    one.streams.every((stream, index) => {
      const second = other.streams[index];
      return (
        listedFields.every((field) => stream[field] === second?.[field]) &&
        JSON.stringify(stream.alertRules) === JSON.stringify(second?.alertRules)
      );
    })
  );
}

/** Whether a backup was restored: the database has an older state than the viewers, or another one of the revision. */
function isOlder(update: StreamUpdate, known: StreamUpdate | undefined): boolean {
  if (known === undefined) return false;
  if (update.alertRevision < known.alertRevision) return true;
  if (update.revision > known.revision) return false;
  return (
    update.revision < known.revision ||
    update.roomStatus !== known.roomStatus ||
    update.lastNotificationSent !== known.lastNotificationSent
  );
}
