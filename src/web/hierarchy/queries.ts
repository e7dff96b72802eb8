/** The requests for clients, locations and wards, and the keys of their cache entries. */
import { endpoints } from '../../contract/endpoints.ts';
import * as entities from '../../contract/entities.ts';
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import type * as z from 'zod/mini';
import type { ApiClient } from '../api/api-client.tsx';

/** Part of the console text on failure (LIST-11). */
export type ListName = 'clients' | 'locations' | 'wards';

export interface ListQuery<T> {
  readonly name: ListName;
  readonly key: readonly string[];
  readonly fetch: (signal: AbortSignal) => Promise<{ readonly items: readonly T[] }>;
}

export interface PlaceQuery<T> {
  readonly schema: z.ZodMiniType<T>;
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

export function clientQuery(api: ApiClient, id: string): PlaceQuery<Client> {
  return {
    schema: entities.Client,
    key: placeKey('client', id),
    fetch: (signal) => api.call(endpoints.getClient, { params: { id }, signal }),
  };
}

export function locationQuery(api: ApiClient, id: string): PlaceQuery<Location> {
  return {
    schema: entities.Location,
    key: placeKey('location', id),
    fetch: (signal) => api.call(endpoints.getLocation, { params: { id }, signal }),
  };
}

export function wardQuery(api: ApiClient, id: string): PlaceQuery<Ward> {
  return {
    schema: entities.Ward,
    key: placeKey('ward', id),
    fetch: (signal) => api.call(endpoints.getWard, { params: { id }, signal }),
  };
}
