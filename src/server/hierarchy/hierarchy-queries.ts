/** Clients, locations and wards that a user may see. The uuids are in lower case. */
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import type { Scope } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { visibleClient, visibleLocation, visibleWard } from '../rights/visible.ts';

type Query = Database['query'];

/** Lists are sorted by displayName. The browser sorts them again by the rules of its language. */
const clients = (query: Query, scopes: readonly Scope[]) =>
  query
    .selectFrom('client')
    .select(['uuid', 'display_name as displayName'])
    .where(visibleClient(scopes))
    .orderBy('display_name')
    .orderBy('uuid');

const locations = (query: Query, scopes: readonly Scope[]) =>
  query
    .selectFrom('location')
    .select(['uuid', 'display_name as displayName', 'client_uuid as clientUUID'])
    .where(visibleLocation(scopes))
    .orderBy('display_name')
    .orderBy('uuid');

const wards = (query: Query, scopes: readonly Scope[]) =>
  query
    .selectFrom('ward')
    .select(['uuid', 'display_name as displayName', 'location_uuid as locationUUID'])
    .where(visibleWard(scopes))
    .orderBy('display_name')
    .orderBy('uuid');

export function listClients(query: Query, scopes: readonly Scope[]): Promise<Client[]> {
  return clients(query, scopes).execute();
}

export function findClient(query: Query, scopes: readonly Scope[], uuid: string): Promise<Client | undefined> {
  return clients(query, scopes).where('uuid', '=', uuid).executeTakeFirst();
}

export function listLocations(query: Query, scopes: readonly Scope[], clientUUID: string): Promise<Location[]> {
  return locations(query, scopes).where('client_uuid', '=', clientUUID).execute();
}

export function findLocation(query: Query, scopes: readonly Scope[], uuid: string): Promise<Location | undefined> {
  return locations(query, scopes).where('uuid', '=', uuid).executeTakeFirst();
}

export function listWards(query: Query, scopes: readonly Scope[], locationUUID: string): Promise<Ward[]> {
  return wards(query, scopes).where('location_uuid', '=', locationUUID).execute();
}

export function findWard(query: Query, scopes: readonly Scope[], uuid: string): Promise<Ward | undefined> {
  return wards(query, scopes).where('uuid', '=', uuid).executeTakeFirst();
}
