/** Reads all streams of wards for the live feed. The rights of the viewers are checked elsewhere. */
import type { Database } from '../../database/database.ts';
import { isoInstant } from '../stream-queries.ts';
import type { WardRow } from './ward-cache.ts';

const maxWardsPerQuery = 500;

/** Returns a list for each ward. */
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
        update: { uuid, roomStatus, lastNotification, lastNotificationSent, revision },
        metadata: [stream.display_name, stream.type, stream.status].join(' '),
      });
    }
  }
  return rows;
}
