/** What the hierarchy asks the server for, and under which keys the answers are kept. */
import { endpoints } from '../../contract/endpoints.ts';
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import type { ApiClient } from '../api/api-client.tsx';

/** Clients, locations or wards, by the word of the console text (LIST-11). */
export type ListName = 'clients' | 'locations' | 'wards';

export interface ListQuery<T> {
  readonly name: ListName;
  readonly key: readonly string[];
  readonly fetch: (signal: AbortSignal) => Promise<{ readonly items: readonly T[] }>;
}

export interface ItemQuery<T> {
  readonly key: readonly string[];
  readonly fetch: (signal: AbortSignal) => Promise<T>;
}

export type PlaceKind = 'client' | 'location' | 'ward';

export function placeKey(kind: PlaceKind, uuid: string): readonly string[] {
  return [kind, uuid];
}

export function clientsQuery(api: ApiClient): ListQuery<Client> {
  return { name: 'clients', key: ['clients'], fetch: (signal) => api.call(endpoints.listClients, { signal }) };
}

export function locationsQuery(api: ApiClient, clientUUID: string): ListQuery<Location> {
  return {
    name: 'locations',
    key: ['locations', clientUUID],
    fetch: (signal) => api.call(endpoints.listLocations, { query: { clientUUID }, signal }),
  };
}

export function wardsQuery(api: ApiClient, locationUUID: string): ListQuery<Ward> {
  return {
    name: 'wards',
    key: ['wards', locationUUID],
    fetch: (signal) => api.call(endpoints.listWards, { query: { locationUUID }, signal }),
  };
}

export function clientQuery(api: ApiClient, id: string): ItemQuery<Client> {
  return { key: placeKey('client', id), fetch: (signal) => api.call(endpoints.getClient, { params: { id }, signal }) };
}

export function locationQuery(api: ApiClient, id: string): ItemQuery<Location> {
  return {
    key: placeKey('location', id),
    fetch: (signal) => api.call(endpoints.getLocation, { params: { id }, signal }),
  };
}

export function wardQuery(api: ApiClient, id: string): ItemQuery<Ward> {
  return { key: placeKey('ward', id), fetch: (signal) => api.call(endpoints.getWard, { params: { id }, signal }) };
}
