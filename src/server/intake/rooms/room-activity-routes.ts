/** The calls that say when each room was last heard, and what its batteries are. Reads only what the intake stores anyway. */
import { roomActivityEndpoints } from '../../../contract/manage/room-activity.ts';
import { unreachableStatus } from '../../../domain/ingest/online.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import type { Scope } from '../../../domain/user.ts';
import type { Database } from '../../database/database.ts';
import { ownKeyIds } from '../../database/own-key-ids.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { requireFound } from '../../http/require-found.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { requireManaged } from '../../rights/manager.ts';
import { visibleLocation, visibleWard } from '../../rights/visible.ts';
import { readBatteries } from '../battery/read-batteries.ts';

interface RoomActivityOptions {
  readonly database: Database;
  readonly now: () => number;
}

const countedMs = 3_600_000;

export function registerRoomActivityRoutes(api: ApiServer, { database, now }: RoomActivityOptions): void {
  serveEndpoint(api, roomActivityEndpoints.listRoomActivity, async ({ caller, query }) => {
    const locationUUID = query.locationUUID.toLowerCase();
    const { query: db } = database;
    const location = db.selectFrom('location').select('uuid').where('uuid', '=', locationUUID);
    requireFound(await location.where(visibleLocation(caller.managed)).executeTakeFirst());
    const rows = await readRooms(database, caller.managed, locationUUID);
    const batteries = await readBatteries(database, { managed: caller.managed, place: { locationUUID }, now: now() });
    const counts = await countReports(database, locationUUID, now() - countedMs);
    return {
      items: rows.map(({ alias, status, seenAt, roomStatus, offlineSources, ...room }) => ({
        ...room,
        name: alias ?? room.uuid,
        isActive: status === 'ACTIVE',
        seenAt: isoTime(seenAt),
        isUnreachable: roomStatus === unreachableStatus,
        offlineSources: sourcesOf(offlineSources),
        reportCount: counts.get(room.uuid) ?? 0,
        batteries: batteries.get(room.uuid) ?? [],
      })),
    };
  });

  serveEndpoint(api, roomActivityEndpoints.listRoomBatteries, async ({ caller, query }) => {
    const wardUUID = query.wardUUID.toLowerCase();
    await requireManaged(database.query, caller, 'ward', wardUUID);
    const batteries = await readBatteries(database, { managed: caller.managed, place: { wardUUID }, now: now() });
    return { items: [...batteries].map(([uuid, ofRoom]) => ({ uuid, batteries: ofRoom })) };
  });
}

function readRooms({ query }: Database, managed: readonly Scope[], locationUUID: string) {
  return query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select(({ fn }) => [
      'stream.uuid',
      'stream.display_name as displayName',
      'ward.display_name as wardName',
      'alias',
      'status',
      fn<number | null>('nullif', ['seen_at', 'watched_since']).as('seenAt'),
      'room_status as roomStatus',
      'offline_sources as offlineSources',
    ])
    .where('ward.location_uuid', '=', locationUUID)
    .where(visibleWard(managed))
    .execute();
}

/**
 * An entry that says that a device is offline is no report. By the time of receipt, because the log has no other index:
 * a page asks every five seconds, and reading the whole log would hold the event loop.
 */
async function countReports({ query }: Database, locationUUID: string, since: number) {
  const rows = await query
    .selectFrom('report')
    .innerJoin('stream', 'stream.uuid', 'report.stream_uuid')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select(({ fn }) => ['report.stream_uuid as uuid', fn.countAll<number | string>().as('count')])
    .where('ward.location_uuid', '=', locationUUID)
    .where('report.received_at', '>=', since)
    .where('report.device_key_id', '!=', ownKeyIds.watchdog)
    .groupBy('report.stream_uuid')
    .execute();
  return new Map(rows.map(({ uuid, count }) => [uuid, Number(count)]));
}

function sourcesOf(json: string | null): string[] {
  const sources: unknown = json === null ? {} : JSON.parse(json);
  return typeof sources === 'object' && sources !== null ? Object.keys(sources).toSorted() : [];
}
