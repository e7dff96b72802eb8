/** Clients, locations, wards and rooms as FHIR Locations. */
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { isVisibleClient, isVisibleLocation, isVisibleWard } from '../rights/visible.ts';
import { conceptOf } from './codes.ts';

/** The codes of https://hl7.org/fhir/R4/valueset-location-physical-type.html: site, building, ward, room. */
const physicalTypes = { client: 'si', location: 'bu', ward: 'wa', room: 'ro' } as const;

interface Place {
  readonly level: keyof typeof physicalTypes;
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
  const clients = query
    .selectFrom('client')
    .select(['client.uuid', 'client.display_name as name'])
    .where(isVisibleClient(scopes))
    .$if(uuid !== undefined, (found) => found.where('client.uuid', '=', uuid ?? ''))
    .orderBy('client.display_name')
    .orderBy('client.uuid');
  const locations = query
    .selectFrom('location')
    .select(['location.uuid', 'location.display_name as name', 'location.client_uuid as parent'])
    .where(isVisibleLocation(scopes))
    .$if(uuid !== undefined, (found) => found.where('location.uuid', '=', uuid ?? ''))
    .$if(parent !== undefined, (found) => found.where('location.client_uuid', '=', parent ?? ''))
    .orderBy('location.display_name')
    .orderBy('location.uuid');
  const wards = query
    .selectFrom('ward')
    .select(['ward.uuid', 'ward.display_name as name', 'ward.location_uuid as parent'])
    .where(isVisibleWard(scopes))
    .$if(uuid !== undefined, (found) => found.where('ward.uuid', '=', uuid ?? ''))
    .$if(parent !== undefined, (found) => found.where('ward.location_uuid', '=', parent ?? ''))
    .orderBy('ward.display_name')
    .orderBy('ward.uuid');
  const rooms = query
    .selectFrom('stream')
    .innerJoin('ward', 'ward.uuid', 'stream.ward_uuid')
    .select(['stream.uuid', 'stream.display_name as name', 'stream.ward_uuid as parent'])
    .where(isVisibleWard(scopes))
    .$if(uuid !== undefined, (found) => found.where('stream.uuid', '=', uuid ?? ''))
    .$if(parent !== undefined, (found) => found.where('stream.ward_uuid', '=', parent ?? ''))
    .orderBy('stream.display_name')
    .orderBy('stream.uuid');
  const top = parent === undefined ? await clients.execute() : [];
  return [
    ...top.map((row) => ({ level: 'client' as const, parent: null, ...row })),
    ...(await locations.execute()).map((row) => ({ level: 'location' as const, ...row })),
    ...(await wards.execute()).map((row) => ({ level: 'ward' as const, ...row })),
    ...(await rooms.execute()).map((row) => ({ level: 'room' as const, ...row })),
  ];
}
