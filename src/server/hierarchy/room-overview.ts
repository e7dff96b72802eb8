import { ingestRulesOfStream } from '../../contract/ingest-rules.ts';
import { unreachableStatus } from '../../domain/ingest/online.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { parseOfflineSources } from '../database/offline-sources.ts';
import { visibleWard } from '../rights/visible.ts';

/** Lists the rooms of a scope for the operator, sorted by client, location, ward and room. Times in epoch milliseconds. */
export async function listRooms({ query }: Database, scope: Scope, now: number) {
  const rows = await query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .innerJoin('client', 'client.uuid', 'location.client_uuid')
    .where('ward.uuid', 'in', (sql) =>
      sql
        .selectFrom('ward')
        .select('ward.uuid')
        .where(visibleWard([scope])),
    )
    .select([
      'stream.uuid',
      'client.display_name as client',
      'location.display_name as location',
      'location.alias as locationAlias',
      'ward.display_name as ward',
      'stream.display_name as room',
      'stream.alias',
      'stream.status',
      'stream.type',
      'stream.rules',
      'stream.room_status as roomStatus',
      'stream.reported_at as reportedAt',
      'stream.seen_at as seenAt',
      'stream.watched_since as watchedSince',
      'stream.offline_sources as offlineSources',
    ])
    .execute();
  const rooms = rows.map(({ locationAlias, alias, type, rules, watchedSince, ...row }) => {
    const { offlineAfterMs } = ingestRulesOfStream(type, rules);
    const isLate = offlineAfterMs !== null && (row.seenAt === null || now - row.seenAt > offlineAfterMs);
    return {
      ...row,
      /** When its device last sent anything. Null: never, or not since the room became ACTIVE again. */
      seenAt: row.seenAt === watchedSince ? null : row.seenAt,
      /** The sources that keep the room unreachable, as `connection/source` of the equipment file. */
      offlineSources: Object.keys(parseOfflineSources(row.offlineSources)),
      /** `location/room`, as devices write it. Without the location's part if the location has no alias. */
      alias: alias === null ? null : locationAlias === null ? alias : `${locationAlias}/${alias}`,
      /** The room is monitored, and its device is offline or has never sent anything, or its gateway cannot reach it. */
      isSilent: row.status === 'ACTIVE' && (isLate || row.roomStatus === unreachableStatus),
    };
  });
  return rooms.toSorted(compareByPath);
}

/** Compares numbers in names by their value: Room 2 comes before Room 10. SQL would sort Room 10 first. */
const collator = new Intl.Collator('en', { numeric: true });

const pathParts = ['client', 'location', 'ward', 'room', 'uuid'] as const;
type Path = Readonly<Record<(typeof pathParts)[number], string>>;

function compareByPath(a: Path, b: Path): number {
  for (const part of pathParts) {
    const order = collator.compare(a[part], b[part]);
    if (order !== 0) return order;
  }
  return 0;
}
