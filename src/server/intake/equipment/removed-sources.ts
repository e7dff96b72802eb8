/**
 * Brings sources back that the equipment file no longer names. A room would stay unreachable for ever because of a
 * sensor that was removed or replaced.
 */
import type { Incoming } from '../../../domain/ingest/incoming.ts';
import type { Database } from '../../database/database.ts';
import { parseOfflineSources } from '../../database/offline-sources.ts';
import type { ReceiveReports } from '../ingest-items.ts';
import { resolveRooms } from '../rooms/resolve-rooms.ts';
import type { ConnectionSettings } from './connection.ts';
import { sourcesOfRoom } from './sources.ts';

const sender = { keyId: 'equipment', scope: { kind: 'everything' } } as const;

/** `connections`: all of the equipment file. The rooms stay unreachable until the next message about them. */
export async function releaseRemovedSources(
  database: Database,
  receive: ReceiveReports,
  connections: readonly ConnectionSettings[],
): Promise<void> {
  const streams = await database.query
    .selectFrom('stream')
    .select(['uuid', 'offline_sources'])
    .where('offline_sources', 'is not', null)
    .execute();
  if (streams.length === 0) return;
  const named = await sourcesByStream(database, connections);
  const items = streams.flatMap(({ uuid, offline_sources }) =>
    Object.entries(parseOfflineSources(offline_sources))
      .filter(([source]) => named.get(uuid)?.has(source) !== true)
      .map(([source, sourceKind]): Incoming => {
        const forgets = { values: [], statusesOf: [source] };
        const returned = { kind: 'presence', isOnline: true, isRetained: true, interpret: () => undefined } as const;
        return { ...returned, streamUUID: uuid, source, sourceKind, forgets };
      }),
  );
  if (items.length > 0) await receive(items, sender);
}

async function sourcesByStream(database: Database, connections: readonly ConnectionSettings[]) {
  const sources = new Map<string, Set<string>>();
  for (const { name, preset, location, rooms } of connections) {
    const names = rooms.map(({ room }) => `${location}/${room}`);
    const found = await resolveRooms(database, { kind: 'everything' }, names);
    for (const [index, room] of rooms.entries()) {
      const stream = found.get(names[index] ?? '');
      if (typeof stream !== 'object') continue;
      const known = sources.get(stream.uuid) ?? [];
      sources.set(stream.uuid, new Set([...known, ...sourcesOfRoom(name, preset, room.names)]));
    }
  }
  return sources;
}
