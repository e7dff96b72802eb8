/** Clients, locations, wards and rooms as FHIR Locations. */
import { sql } from 'kysely';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isVisibleClient, isVisibleLocation, isVisibleWard } from '../rights/visible.ts';
import { conceptOf } from './codes.ts';

/** The codes of https://hl7.org/fhir/R4/valueset-location-physical-type.html: site, building, ward, room. */
const physicalTypes = { client: 'si', location: 'bu', ward: 'wa', room: 'ro' } as const;

const levels = ['client', 'location', 'ward', 'room'] as const;

interface Place {
  readonly level: (typeof levels)[number];
  readonly uuid: string;
  readonly name: string;
  readonly parent: string | null;
}

export function locationOf({ level, uuid, name, parent }: Place) {
  return {
    resourceType: 'Location',
    id: uuid,
    status: 'active',
    mode: 'instance',
    name,
    physicalType: conceptOf('physicalType', physicalTypes[level], level),
    ...(parent !== null && { partOf: { reference: `Location/${parent}` } }),
  };
}

interface PlaceFilter {
  readonly uuid?: string | undefined;
  readonly parent?: string | undefined;
}

/** The places that a user may see, from the top down, each level by name. */
export async function readPlaces(
  query: Database['query'],
  scopes: readonly Scope[],
  { uuid, parent }: PlaceFilter,
): Promise<readonly Place[]> {
  const found = query
    .selectFrom(visiblePlaces(query, scopes).as('place'))
    .select(['level', 'uuid', 'name', 'parent'])
    .$if(uuid !== undefined, (places) => places.where('uuid', '=', uuid ?? ''))
    .$if(parent !== undefined, (places) => places.where('parent', '=', parent ?? ''));
  const places = await found.orderBy('name').orderBy('uuid').execute();
  return levels.flatMap((level) => places.filter((place) => place.level === level));
}

function visiblePlaces(query: Database['query'], scopes: readonly Scope[]) {
  const level = (name: Place['level']) => sql.lit(name).as('level');
  const clients = query
    .selectFrom('client')
    .select([level('client'), 'client.uuid', 'client.display_name as name', sql<string | null>`null`.as('parent')])
    .where(isVisibleClient(scopes));
  const locations = query
    .selectFrom('location')
    .select([level('location'), 'location.uuid', 'location.display_name as name', 'location.client_uuid as parent'])
    .where(isVisibleLocation(scopes));
  const wards = query
    .selectFrom('ward')
    .select([level('ward'), 'ward.uuid', 'ward.display_name as name', 'ward.location_uuid as parent'])
    .where(isVisibleWard(scopes));
  const rooms = query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select([level('room'), 'stream.uuid', 'stream.display_name as name', 'stream.ward_uuid as parent'])
    .where(isVisibleWard(scopes));
  return clients.unionAll(locations).unionAll(wards).unionAll(rooms);
}
