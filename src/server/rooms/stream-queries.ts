/** Streams and their state, as far as a person may see them. Uuids in lower case. */
import type { Stream } from '../../domain/stream.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import type { WardRow } from './live/ward-state.ts';
import { visibleLocation, visibleWard } from '../rights/visible.ts';

type Query = Database['query'];

/** Inactive streams too: the board hides them and says how many there are. */
export async function listStreams(
  query: Query,
  scopes: readonly Scope[],
  wardOrLocationUUID: string,
): Promise<Stream[]> {
  const rows = await query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select([
      'stream.uuid',
      'stream.display_name as displayName',
      'stream.ward_uuid as wardUUID',
      'stream.type',
      'stream.status',
      'stream.room_status as roomStatus',
      'stream.last_notification as lastNotification',
      'stream.last_notification_sent as lastNotificationSent',
      'stream.revision',
    ])
    .where((sql) =>
      sql.or([sql('ward.uuid', '=', wardOrLocationUUID), sql('ward.location_uuid', '=', wardOrLocationUUID)]),
    )
    .where(visibleWard(scopes))
    .orderBy('stream.display_name')
    .orderBy('stream.uuid')
    .execute();
  return rows.map((row) => ({ ...row, lastNotificationSent: isoInstant(row.lastNotificationSent) }));
}

export async function isWardOrLocationVisible(query: Query, scopes: readonly Scope[], uuid: string): Promise<boolean> {
  if (await isWardVisible(query, scopes, uuid)) return true;
  const location = await query
    .selectFrom('location')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where(visibleLocation(scopes))
    .executeTakeFirst();
  return location !== undefined;
}

export async function isWardVisible(query: Query, scopes: readonly Scope[], uuid: string): Promise<boolean> {
  const ward = await query
    .selectFrom('ward')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where(visibleWard(scopes))
    .executeTakeFirst();
  return ward !== undefined;
}

/** Wards that one statement asks for. */
const wardsAtOnce = 500;

/** All streams of these wards, whoever asks; each ward has its list, and a stream its place in it. */
export async function readWardRows(query: Query, wardUuids: readonly string[]): Promise<Map<string, WardRow[]>> {
  const rows = new Map<string, WardRow[]>(wardUuids.map((uuid) => [uuid, []]));
  for (let start = 0; start < wardUuids.length; start += wardsAtOnce) {
    const read = await query
      .selectFrom('stream')
      .selectAll()
      .where('ward_uuid', 'in', wardUuids.slice(start, start + wardsAtOnce))
      .orderBy('uuid')
      .execute();
    for (const row of read) {
      const { uuid, room_status: roomStatus, last_notification: lastNotification, revision } = row;
      const lastNotificationSent = isoInstant(row.last_notification_sent);
      const face = [row.display_name, row.type, row.status].join(' ');
      const update = { uuid, roomStatus, lastNotification, lastNotificationSent, revision };
      rows.get(row.ward_uuid)?.push({ update, face });
    }
  }
  return rows;
}

export function isoInstant(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
