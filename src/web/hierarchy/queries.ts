/** The requests for clients, locations and wards, and the keys of their cache entries. */
import type * as z from 'zod/mini';
import { endpoints } from '../../contract/endpoints.ts';
import * as entities from '../../contract/entities.ts';
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import type { ApiClient } from '../api/api-client.tsx';

export type PlaceKind = 'client' | 'location' | 'ward';

export interface ListQuery<T> {
  readonly key: readonly [list: `${PlaceKind}s`, ...parent: string[]];
  readonly fetch: (signal: AbortSignal) => Promise<{ readonly items: readonly T[] }>;
}

export interface PlaceQuery<T> {
  readonly schema: z.ZodMiniType<T>;
  readonly key: readonly [kind: PlaceKind, uuid: string];
  readonly fetch: (signal: AbortSignal) => Promise<T>;
}

export function clientsQuery(api: ApiClient): ListQuery<Client> {
  return { key: ['clients'], fetch: (signal) => api.call(endpoints.listClients, { signal }) };
}

export function locationsQuery(api: ApiClient, clientUUID: string): ListQuery<Location> {
  const query = { clientUUID };
  return { key: ['locations', clientUUID], fetch: (signal) => api.call(endpoints.listLocations, { query, signal }) };
}

export function wardsQuery(api: ApiClient, locationUUID: string): ListQuery<Ward> {
  const query = { locationUUID };
  return { key: ['wards', locationUUID], fetch: (signal) => api.call(endpoints.listWards, { query, signal }) };
}

export function clientQuery(api: ApiClient, id: string): PlaceQuery<Client> {
  const fetch = (signal: AbortSignal) => api.call(endpoints.getClient, { params: { id }, signal });
  return { schema: entities.Client, key: ['client', id], fetch };
}

export function locationQuery(api: ApiClient, id: string): PlaceQuery<Location> {
  const fetch = (signal: AbortSignal) => api.call(endpoints.getLocation, { params: { id }, signal });
  return { schema: entities.Location, key: ['location', id], fetch };
}

export function wardQuery(api: ApiClient, id: string): PlaceQuery<Ward> {
  const fetch = (signal: AbortSignal) => api.call(endpoints.getWard, { params: { id }, signal });
  return { schema: entities.Ward, key: ['ward', id], fetch };
}
