/** The newest known state of the streams of one ward. It decides which updates are new to the viewers. */
import type { StreamUpdate } from '../../../domain/stream.ts';

/** A stream as the database has it. */
export interface WardRow {
  readonly update: StreamUpdate;
  /** Everything else that a list shows of the stream: name, type and whether it is active. */
  readonly metadata: string;
}

export interface WardCache {
  /** Adds updates from the bus. Returns those that are new, with their `quiet` mark. */
  apply(updates: readonly StreamUpdate[]): readonly StreamUpdate[];
  /** Counts calls of `apply`. Read it before the database and pass it to `reconcile`. */
  version(): number;
  /** Replaces the content with what the database had after `version`. */
  reconcile(rows: readonly WardRow[], version: number): WardDifference;
}

interface WardDifference {
  /** Updates that the bus has lost. */
  readonly missed: readonly StreamUpdate[];
  /**
   * The viewers have to load the list again: streams were added, removed or renamed, or a backup of the database was
   * restored.
   */
  readonly needsReload: boolean;
}

interface CachedUpdate {
  readonly update: StreamUpdate;
  readonly version: number;
}

export function createWardCache(): WardCache {
  let cached = new Map<string, CachedUpdate>();
  let listed: string | undefined;
  let version = 0;

  function isNew({ uuid, revision }: StreamUpdate): boolean {
    const known = cached.get(uuid);
    return known === undefined || revision > known.update.revision;
  }

  /** An update that leaves the last notification unchanged is quiet: the viewers play no sound. */
  function withQuietMark(update: StreamUpdate): StreamUpdate {
    const known = cached.get(update.uuid)?.update;
    const isQuiet =
      known !== undefined &&
      known.lastNotification === update.lastNotification &&
      known.lastNotificationSent === update.lastNotificationSent;
    return isQuiet ? { ...update, quiet: true } : update;
  }

  /**
   * Whether the database has an older state than the one that the viewers were sent. An update that arrived while the
   * database was read does not count, since the query may have run before it was stored.
   */
  function isRestored(update: StreamUpdate, readVersion: number): boolean {
    const known = cached.get(update.uuid);
    if (known === undefined || known.version > readVersion) return false;
    return update.revision < known.update.revision || isContradiction(update, known.update);
  }

  return {
    apply: (updates) => {
      version += 1;
      const marked = updates.filter(isNew).map(withQuietMark);
      for (const { quiet: _quiet, ...update } of marked) cached.set(update.uuid, { update, version });
      return marked;
    },
    version: () => version,
    reconcile: (rows, readVersion) => {
      const isFirst = listed === undefined;
      const updates = rows.map(({ update }) => update);
      const list = rows.map(({ update, metadata }) => `${update.uuid} ${metadata}`).join('\n');
      const needsReload = !isFirst && (list !== listed || updates.some((update) => isRestored(update, readVersion)));
      const missed = isFirst ? [] : updates.filter(isNew).map(withQuietMark);
      const entries = updates.map((update): [string, CachedUpdate] => {
        const known = cached.get(update.uuid);
        const isKnownNewer = known !== undefined && known.version > readVersion && !isNew(update);
        return [update.uuid, isKnownNewer ? known : { update, version: readVersion }];
      });
      cached = new Map(entries);
      listed = list;
      return { missed, needsReload };
    },
  };
}

/** The same revision with another content: it was used again after a backup was restored. */
function isContradiction(one: StreamUpdate, other: StreamUpdate): boolean {
  return (
    one.revision === other.revision &&
    (one.roomStatus !== other.roomStatus || one.lastNotificationSent !== other.lastNotificationSent)
  );
}
