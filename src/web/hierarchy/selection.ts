/**
 * The current client, location and ward (AUTH-3). They are derived from the address, so entering a level
 * clears the selection below it. Only their names are fetched.
 */
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import { useApi } from '../api/api-client.tsx';
import { ApiError } from '../api/api-error.ts';
import { readSessionCache, writeSessionCache } from '../api/session-cache.ts';
import type { Place } from './addresses.ts';
import { clientQuery, locationQuery, wardQuery, type PlaceQuery, type PlaceKind } from './queries.ts';

export interface Selection {
  readonly client: Client | undefined;
  readonly location: Location | undefined;
  readonly ward: Ward | undefined;
  /** The place does not exist, or this user may not see it. */
  readonly isMissing: boolean;
}

const retryIntervalMs = 15_000;
/** A board stays open for weeks, and wards can be renamed in that time. */
const refreshIntervalMs = 60_000;

/** Fetches the names at each mount, so a component that uses it needs the path as its React key. */
export function useSelection(
  { clientUuid = '', locationUuid = '', wardUuid = '' }: Place,
  isSignedIn: boolean,
): Selection {
  const api = useApi();
  const [client, location, ward] = useQueries({
    queries: [
      optionsOf(clientQuery(api, clientUuid), isSignedIn && clientUuid !== ''),
      optionsOf(locationQuery(api, locationUuid), isSignedIn && locationUuid !== ''),
      optionsOf(wardQuery(api, wardUuid), isSignedIn && wardUuid !== ''),
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
    const key = [kind, chosen.uuid] as const;
    queries.setQueryData(key, chosen);
    writeSessionCache(sessionStorage, cacheKeyOf(key), chosen);
  };
}

function optionsOf<T>({ key, schema, fetch }: PlaceQuery<T>, enabled: boolean) {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const place = await fetch(signal);
      writeSessionCache(sessionStorage, cacheKeyOf(key), place);
      return place;
    },
    // The cached name is shown until the server answers, also after a reload while the server is away.
    initialData: () => readSessionCache(sessionStorage, cacheKeyOf(key), schema),
    initialDataUpdatedAt: 0,
    enabled,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? retryIntervalMs : refreshIntervalMs),
  });
}

function cacheKeyOf(key: readonly string[]): string {
  return `place:${key.join(':')}`;
}
