import type { Database } from '../../database/database.ts';
import { isIn } from '../../database/is-in.ts';
import type { Level } from '../home-file/home.ts';
import type { HomeChangeRequest } from './read-change.ts';

/**
 * The stored locations whose rooms a change can rename, move or remove. An alias of a room is unique within its location,
 * so the change needs to know no other rooms.
 */
export async function findAffectedLocations(
  { kind, query }: Pick<Database, 'kind' | 'query'>,
  { clients = [], remove = [] }: HomeChangeRequest,
): Promise<readonly string[]> {
  const locations = clients.flatMap((client) => client.locations ?? []);
  const wards = locations.flatMap((location) => location.wards ?? []);
  const streams = wards.flatMap((ward) => ward.streams ?? []);
  const uuidsOf = (level: Level, named: readonly { readonly uuid: string }[]) =>
    [...named, ...remove.filter((removal) => removal.level === level)].map(({ uuid }) => uuid.toLowerCase());
  const rows = await query
    .selectFrom('location')
    .leftJoin('ward', 'ward.location_uuid', 'location.uuid')
    .select('location.uuid')
    .distinct()
    .where(({ eb, or, selectFrom }) =>
      or([
        isIn(kind, 'location.client_uuid', uuidsOf('client', [])),
        isIn(kind, 'location.uuid', uuidsOf('location', locations)),
        isIn(kind, 'ward.uuid', uuidsOf('ward', wards)),
        eb(
          'ward.uuid',
          'in',
          selectFrom('stream')
            .select('ward_uuid')
            .where(isIn(kind, 'uuid', uuidsOf('stream', streams))),
        ),
      ]),
    )
    .execute();
  return rows.map(({ uuid }) => uuid);
}
