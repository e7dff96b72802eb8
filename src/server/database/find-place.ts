import type { Kysely } from 'kysely';
import type { Place, ScopeLevel } from '../../domain/user.ts';
import type { Schema } from './schema.ts';

type Query = Kysely<Schema>;

/** Finds the place of a client, location, ward or room, together with the places above it. `uuid`: in lower case. */
export async function findPlace(query: Query, level: ScopeLevel | 'stream', uuid: string): Promise<Place | undefined> {
  switch (level) {
    case 'client':
      return query.selectFrom('client').select('uuid as clientUUID').where('uuid', '=', uuid).executeTakeFirst();
    case 'location':
      return query
        .selectFrom('location')
        .select(['client_uuid as clientUUID', 'uuid as locationUUID'])
        .where('uuid', '=', uuid)
        .executeTakeFirst();
    case 'ward':
      return placesOfWards(query).where('ward.uuid', '=', uuid).executeTakeFirst();
    case 'stream':
      return placesOfWards(query)
        .innerJoin('stream', 'stream.ward_uuid', 'ward.uuid')
        .where('stream.uuid', '=', uuid)
        .executeTakeFirst();
  }
}

function placesOfWards(query: Query) {
  return query
    .selectFrom('ward')
    .innerJoin('location', 'location.uuid', 'ward.location_uuid')
    .select(['client_uuid as clientUUID', 'location_uuid as locationUUID', 'ward.uuid as wardUUID']);
}
