/**
 * The current client, location and ward (AUTH-3). They are derived from the address, so entering a level
 * clears the selection below it. Only their names are fetched.
 */
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type * as z from 'zod/mini';
import { endpoints } from '../../contract/endpoints.ts';
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import { useApi } from '../api/api-client.tsx';
import { ApiError } from '../api/api-error.ts';
import { readSessionCache, writeSessionCache } from '../api/session-cache.ts';
import { placeOfPath } from './addresses.ts';

export type PlaceKind = 'client' | 'location' | 'ward';

const retryIntervalMs = 15_000;
/** A board stays open for weeks, and wards can be renamed in that time. */
const refreshIntervalMs = 60_000;

/**
 * The places are undefined until they are loaded. `isMissing`: a place does not exist, or this user may not see it.
 * Fetches the names at each mount, so a component that uses it needs the path as its React key.
 */
export function useSelection() {
  const { call } = useApi();
  const { clientUuid = '', locationUuid = '', wardUuid = '' } = placeOfPath(useLocation().pathname);
  const { getClient, getLocation, getWard } = endpoints;
  const [client, location, ward] = useQueries({
    queries: [
      placeQuery('client', clientUuid, getClient.response, (options) => call(getClient, options)),
      placeQuery('location', locationUuid, getLocation.response, (options) => call(getLocation, options)),
      placeQuery('ward', wardUuid, getWard.response, (options) => call(getWard, options)),
    ],
  });
  return {
    client: client.data,
    location: location.data,
    ward: ward.data,
    isMissing: [client, location, ward].some(({ error }) => error instanceof ApiError && error.status === 404),
  };
}

/** Stores the chosen card, so that the next page has its name at once (LIST-9). */
export function useChoose(): (kind: PlaceKind, chosen: Client | Location | Ward) => void {
  const queries = useQueryClient();
  return (kind, chosen) => {
    queries.setQueryData([kind, chosen.uuid], chosen);
    writeSessionCache(sessionStorage, cacheKeyOf(kind, chosen.uuid), chosen);
  };
}

/** `id`: empty if the page shows no place of this kind. */
function placeQuery<T>(
  kind: PlaceKind,
  id: string,
  schema: z.ZodMiniType<T>,
  fetch: (options: { readonly params: { readonly id: string }; readonly signal: AbortSignal }) => Promise<T>,
) {
  return queryOptions({
    queryKey: [kind, id],
    queryFn: async ({ signal }) => {
      const place = await fetch({ params: { id }, signal });
      writeSessionCache(sessionStorage, cacheKeyOf(kind, id), place);
      return place;
    },
    // The cached name is shown until the server answers, also after a reload while the server is away.
    initialData: () => readSessionCache(sessionStorage, cacheKeyOf(kind, id), schema),
    initialDataUpdatedAt: 0,
    enabled: id !== '',
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? retryIntervalMs : refreshIntervalMs),
  });
}

function cacheKeyOf(kind: PlaceKind, uuid: string): string {
  return `place:${kind}:${uuid}`;
}
