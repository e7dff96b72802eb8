/**
 * The current client, location and ward. They are what the address says, so entering a level forgets
 * the ones below it by itself; only their names have to be asked for (AUTH-3).
 */
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import type { Client, Location, Ward } from '../../domain/hierarchy.ts';
import { useApi } from '../api/api-client.tsx';
import { ApiError } from '../api/api-error.ts';
import type { Place } from './addresses.ts';
import { readPlaceCache, writePlaceCache } from './place-cache.ts';
import { clientQuery, locationQuery, placeKey, wardQuery, type PlaceQuery, type PlaceKind } from './queries.ts';

export interface Selection {
  readonly client: Client | undefined;
  readonly location: Location | undefined;
  readonly ward: Ward | undefined;
  /** The server knows no such place, or none that this person may see. */
  readonly isMissing: boolean;
}

const retryMs = 15_000;
/** A board stays open for weeks, and wards are renamed. */
const refreshMs = 60_000;

/** Refreshed at each mount: whoever shows it gives it the path as its key. */
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

/** Choosing a card stores what was chosen: the next page knows its name at once (LIST-9). */
export function useChoose(): (kind: PlaceKind, chosen: Client | Location | Ward) => void {
  const queries = useQueryClient();
  return (kind, chosen) => {
    const key = placeKey(kind, chosen.uuid);
    queries.setQueryData(key, chosen);
    writePlaceCache(sessionStorage, key, chosen);
  };
}

function optionsOf<T>({ key, schema, fetch }: PlaceQuery<T>, enabled: boolean) {
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const place = await fetch(signal);
      writePlaceCache(sessionStorage, key, place);
      return place;
    },
    // Shown while the server is asked, and for as long as it does not answer.
    initialData: () => readPlaceCache(sessionStorage, key, schema),
    initialDataUpdatedAt: 0,
    enabled,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : refreshMs),
  });
}
