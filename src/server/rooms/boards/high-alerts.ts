/** Finds the rooms of unwatched wards whose alerts other boards show and sound. */
import type { Stream } from '../../../domain/stream.ts';
import type { Database } from '../../database/database.ts';
import { isIn } from '../../database/is-in.ts';
import { selectStreams, streamOfRow } from '../stream-queries.ts';

/** Adds to each ward its rooms that have an open alert of high priority. */
export async function withHighAlerts<Ward extends { readonly uuid: string }>(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  wards: readonly Ward[],
): Promise<(Ward & { rooms: Stream[] })[]> {
  if (wards.length === 0) return [];
  const rows = await selectStreams(query)
    .where(
      isIn(
        kind,
        'stream.ward_uuid',
        wards.map(({ uuid }) => uuid),
      ),
    )
    .where('stream.open_alerts', 'is not', null)
    .execute();
  const rooms = rows.map(streamOfRow).filter(hasHighAlert);
  return wards.map((ward) => ({ ...ward, rooms: rooms.filter(({ wardUUID }) => wardUUID === ward.uuid) }));
}

function hasHighAlert({ alerts = [] }: Stream): boolean {
  return alerts.some(({ priority }) => priority === 'high');
}
