/** The newest known state of the streams of one ward. It decides which updates are new to the viewers. */
import type { StreamUpdate } from '../../../domain/stream.ts';
import type { Database } from '../../database/database.ts';
import { offlineSourceIn } from '../../database/offline-sources.ts';
import { isoInstant } from '../stream-queries.ts';

/** A stream as the database has it. */
export interface WardRow {
  readonly update: StreamUpdate;
  /** Everything else that a list shows of the stream: name, type and whether it is active. */
  readonly metadata: string;
}

const maxWardsPerQuery = 500;

/** Reads all streams of the wards. The rights of the viewers are checked elsewhere. */
export async function readWardRows(
  query: Database['query'],
  wardUuids: readonly string[],
): Promise<Map<string, WardRow[]>> {
  const rows = new Map<string, WardRow[]>(wardUuids.map((uuid) => [uuid, []]));
  for (let start = 0; start < wardUuids.length; start += maxWardsPerQuery) {
    const streams = await query
      .selectFrom('stream')
      .selectAll()
      .where('ward_uuid', 'in', wardUuids.slice(start, start + maxWardsPerQuery))
      .orderBy('uuid')
      .execute();
    for (const stream of streams) {
      const { uuid, room_status: roomStatus, last_notification: lastNotification, revision } = stream;
      const lastNotificationSent = isoInstant(stream.last_notification_sent);
      rows.get(stream.ward_uuid)?.push({
        update: {
          uuid,
          roomStatus,
          lastNotification,
          lastNotificationSent,
          revision,
          ...offlineSourceIn(stream.offline_sources),
        },
        metadata: [stream.display_name, stream.type, stream.status].join(' '),
      });
    }
  }
  return rows;
}

export type WardCache = ReturnType<typeof createWardCache>;

export function createWardCache() {
  let cached = new Map<string, StreamUpdate>();
  let listed: string | undefined;

  function isNew({ uuid, revision }: StreamUpdate): boolean {
    const known = cached.get(uuid);
    return known === undefined || revision > known.revision;
  }

  /** An update that leaves the last notification unchanged is quiet: the viewers play no sound. */
  function withQuietMark(update: StreamUpdate): StreamUpdate {
    const known = cached.get(update.uuid);
    const isQuiet =
      known !== undefined &&
      known.lastNotification === update.lastNotification &&
      known.lastNotificationSent === update.lastNotificationSent;
    return isQuiet ? { ...update, quiet: true } : update;
  }

  /** The query may have run before an update that arrived since was stored. Then the cached update is the newer one. */
  function newestOf(update: StreamUpdate, before: ReadonlyMap<string, StreamUpdate>): StreamUpdate {
    const known = cached.get(update.uuid);
    const hasArrivedSince = known !== undefined && known !== before.get(update.uuid);
    return hasArrivedSince && !isNew(update) ? known : update;
  }

  return {
    /** Adds updates from the bus. Returns those that are new, with their `quiet` mark. */
    apply: (updates: readonly StreamUpdate[]): readonly StreamUpdate[] => {
      const marked = updates.filter(isNew).map(withQuietMark);
      for (const { quiet: _quiet, ...update } of marked) cached.set(update.uuid, update);
      return marked;
    },
    /** Take it before the database is read, and pass it to `reconcile`. */
    snapshot: (): ReadonlyMap<string, StreamUpdate> => new Map(cached),
    /**
     * Replaces the content with that of the database. Returns `missed`, the updates that the bus has lost, and whether
     * the viewers have to load the list again: streams were added, removed or renamed, or a backup was restored.
     */
    reconcile: (rows: readonly WardRow[], before: ReadonlyMap<string, StreamUpdate>) => {
      const isFirst = listed === undefined;
      const updates = rows.map(({ update }) => update);
      const list = rows.map(({ update, metadata }) => `${update.uuid} ${metadata}`).join('\n');
      const isRestored = updates.some((update) => isOlder(update, before.get(update.uuid)));
      const needsReload = !isFirst && (list !== listed || isRestored);
      const missed = isFirst ? [] : updates.filter(isNew).map(withQuietMark);
      cached = new Map(updates.map((update) => [update.uuid, newestOf(update, before)]));
      listed = list;
      return { missed, needsReload };
    },
  };
}

/** The database has an older state than the viewers, or another one with the same revision: a backup was restored. */
function isOlder(update: StreamUpdate, known: StreamUpdate | undefined): boolean {
  if (known === undefined || update.revision > known.revision) return false;
  return (
    update.revision < known.revision ||
    update.roomStatus !== known.roomStatus ||
    update.lastNotificationSent !== known.lastNotificationSent
  );
}
