/**
 * Discards the sources that no connection names any more, with their values. A removed sensor never reports
 * again, so its last values would stay in effect for ever. A sensor that was removed while it was offline would keep
 * its room unreachable.
 */
import type { IncomingItem } from '../../domain/ingest/incoming.ts';
import type { Database } from '../database/database.ts';
import { parseOfflineSources } from '../database/offline-sources.ts';
import type { ReportReceiver } from './reports/receive-reports.ts';
import { resolveRooms } from '../room-names/resolve-rooms.ts';
import type { ConnectionSettings } from '../equipment/connection.ts';
import { sourcesOfRoom } from '../equipment/preset-format/sources.ts';

const sender = { keyId: 'equipment', scope: { kind: 'everything' } } as const;

type StoredSources = Awaited<ReturnType<typeof readStoredSources>>[number];

/**
 * Makes the rooms with removed sources unreachable until the next message about them, and returns the uuids of these
 * rooms. `connections`: all stored connections.
 */
export async function releaseRemovedSources(
  database: Database,
  receiver: Pick<ReportReceiver, 'receive'>,
  connections: readonly ConnectionSettings[],
): Promise<readonly string[]> {
  const stored = (await readStoredSources(database)).filter((one) => one.sources.length + one.values.length > 0);
  if (stored.length === 0) return [];
  const named = await findNamedSources(database, connections);
  const removed = stored.flatMap(({ uuid, ...room }) => {
    const sources = room.sources.filter((source) => named.get(uuid)?.sources.has(source) !== true);
    const values = room.values.filter((value) => named.get(uuid)?.values.has(value) !== true);
    return sources.length + values.length > 0 ? [{ uuid, sources, values, statusesOf: room.sources }] : [];
  });
  if (removed.length > 0) await receiver.receive(removed.flatMap(discardSources), sender);
  return removed.map(({ uuid }) => uuid);
}

/** Returns messages that discard values: a temporary source goes offline, then all removed sources are online. */
function discardSources(room: StoredSources & { readonly statusesOf: readonly string[] }): readonly IncomingItem[] {
  const { uuid: streamUUID, sources, values, statusesOf } = room;
  const discards = { values, statusesOf };
  const common = {
    kind: 'presence',
    streamUUID,
    sourceKind: 'device',
    discards,
    isRemoved: true,
    interpret: () => undefined,
  } as const;
  const removed = { ...common, source: 'equipment/removed', isOnline: false } as const;
  const returned = [removed.source, ...sources].map(
    (source) => ({ ...common, source, isOnline: true, isRetained: true }) as const,
  );
  return [removed, ...returned];
}

/** The sources and values that the connections give each room, by stream uuid. */
async function findNamedSources(database: Database, connections: readonly ConnectionSettings[]) {
  const named = new Map<string, { readonly sources: Set<string>; readonly values: Set<string> }>();
  for (const { name, preset, location, rooms } of connections) {
    const names = rooms.map(({ room }) => `${location}/${room}`);
    const found = await resolveRooms(database, sender.scope, names);
    for (const [index, room] of rooms.entries()) {
      const stream = found.get(names[index] ?? '');
      if (typeof stream !== 'object') continue;
      const known = named.get(stream.uuid) ?? { sources: new Set(), values: new Set() };
      const { sources, values } = sourcesOfRoom(name, preset, room.names);
      for (const source of sources) known.sources.add(source);
      for (const value of values) known.values.add(value);
      named.set(stream.uuid, known);
    }
  }
  return named;
}

/** Reads the sources and values that are stored for each room. The names of sources of connections contain a slash. */
async function readStoredSources({ query }: Database) {
  const observations = await query.selectFrom('observation').select(['stream_uuid', 'name']).execute();
  const valuesOf = Map.groupBy(observations, ({ stream_uuid }) => stream_uuid);
  // The query leaves out rooms without such sources and values: reading a million rooms would hold the event loop for seconds.
  const streams = await query
    .selectFrom('stream')
    .select(['uuid', 'offline_sources', 'status_source'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('offline_sources', 'is not', null),
        eb('status_source', 'like', '%/%'),
        eb('uuid', 'in', selectFrom('observation').select('stream_uuid')),
      ]),
    )
    .execute();
  return streams.map(({ uuid, offline_sources, status_source }) => {
    const sources = [...Object.keys(parseOfflineSources(offline_sources)), status_source ?? ''];
    const values = (valuesOf.get(uuid) ?? []).map(({ name }) => name);
    return { uuid, sources: sources.filter((source) => source.includes('/')), values };
  });
}
