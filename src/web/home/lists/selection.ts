/**
 * The selected client, location and ward (AUTH-3). They are derived from the address, so opening a client clears the
 * selected location and ward. Only the names are fetched.
 */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useApi } from '../../api/api-client.tsx';
import { isNotFound } from '../../api/api-error.ts';
import { readSessionCache, writeSessionCache } from '../../api/session-cache.ts';
import { placeOfPath } from './addresses.ts';
import { ListedPlace, placeCalls } from './places.ts';

export type PlaceKind = 'client' | 'location' | 'ward';

const retryIntervalMs = 15_000;
/** The interval at which names are fetched again: a board stays open for weeks, and wards can be renamed. */
const refreshIntervalMs = 60_000;

/**
 * The selected places. Each is undefined until its name is loaded. `isMissing`: a place does not exist, or the user may
 * not see it. The names are fetched at each mount, so a component that uses this hook needs the path as its React key.
 */
export function useSelection() {
  const { call } = useApi();
  const { clientUuid = '', locationUuid = '', wardUuid = '' } = placeOfPath(useLocation().pathname);
  const client = useQuery(placeQuery('client', clientUuid, (options) => call(placeCalls.client, options)));
  const location = useQuery(placeQuery('location', locationUuid, (options) => call(placeCalls.location, options)));
  const ward = useQuery(placeQuery('ward', wardUuid, (options) => call(placeCalls.ward, options)));
  return {
    client: client.data,
    location: location.data,
    ward: ward.data,
    isMissing: [client, location, ward].some(({ error }) => isNotFound(error)),
  };
}

/**
 * Returns a function that stores the chosen card, so that the next page can show the name of the place at once
 * (LIST-9).
 */
export function useChoose(): (kind: PlaceKind, chosen: ListedPlace) => void {
  const queries = useQueryClient();
  return (kind, chosen) => {
    queries.setQueryData([kind, chosen.uuid], chosen);
    writeSessionCache(sessionStorage, cacheKeyOf(kind, chosen.uuid), chosen);
  };
}

/** The query for the name of one place. `id`: its uuid, or empty if the address contains no place of this kind. */
function placeQuery(
  kind: PlaceKind,
  id: string,
  fetch: (options: { readonly params: { readonly id: string }; readonly signal: AbortSignal }) => Promise<ListedPlace>,
) {
  return queryOptions({
    queryKey: [kind, id],
    queryFn: async ({ signal }) => {
      const place = await fetch({ params: { id }, signal });
      writeSessionCache(sessionStorage, cacheKeyOf(kind, id), place);
      return place;
    },
    // Shows the name of the session cache until the server responds, so that a reload without a server shows it too.
    initialData: () => readSessionCache(sessionStorage, cacheKeyOf(kind, id), ListedPlace),
    initialDataUpdatedAt: 0,
    enabled: id !== '',
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? retryIntervalMs : refreshIntervalMs),
  });
}

function cacheKeyOf(kind: PlaceKind, uuid: string): string {
  return `place:${kind}:${uuid}`;
}
