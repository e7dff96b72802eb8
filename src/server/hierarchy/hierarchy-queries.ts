/** Queries for the clients, locations and wards that a user may see, sorted by displayName. Uuids are in lower case. */
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { visibleClient, visibleLocation, visibleWard } from '../rights/visible.ts';

type Query = Database['query'];

export function selectClients(query: Query, scopes: readonly Scope[]) {
  return query
    .selectFrom('client')
    .select(['uuid', 'display_name as displayName'])
    .where(visibleClient(scopes))
    .orderBy('display_name')
    .orderBy('uuid');
}

export function selectLocations(query: Query, scopes: readonly Scope[]) {
  return query
    .selectFrom('location')
    .select(['uuid', 'display_name as displayName', 'client_uuid as clientUUID'])
    .where(visibleLocation(scopes))
    .orderBy('display_name')
    .orderBy('uuid');
}

export function selectWards(query: Query, scopes: readonly Scope[]) {
  return query
    .selectFrom('ward')
    .select(['uuid', 'display_name as displayName', 'location_uuid as locationUUID'])
    .where(visibleWard(scopes))
    .orderBy('display_name')
    .orderBy('uuid');
}
