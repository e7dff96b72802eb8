import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { useApi } from '../../api/api-client.tsx';
import { useTranslation } from '../../language/translation.tsx';
import { sortByDisplayName } from '../../../domain/hierarchy.ts';
import { reportConnection } from '../../api/connection-state.ts';
import { readSessionCache, writeSessionCache } from '../../api/session-cache.ts';
import { selectValidItems } from '../../api/valid-items.ts';
import { useNow } from '../../ui/time/use-now.ts';
import { ListedPlace, placeCalls } from './places.ts';

/** The interval at which an open page fetches its list of places again, so that new places appear. */
const refreshIntervalMs = 15_000;
const retryIntervalMs = 5_000;
/** How late the next list is when it is shown as delayed. This is shorter than the three attempts of a request take. */
const delayedAfterMs = 5_000;
const lostAfterMs = 15_000;

export function useClients(): readonly ListedPlace[] | undefined {
  const { call } = useApi();
  return useReported(usePlaceQuery(['clients'], (signal) => call(placeCalls.clients, { signal })));
}

export function useLocations(clientUUID: string): readonly ListedPlace[] | undefined {
  const { call } = useApi();
  const fetch: FetchList = (signal) => call(placeCalls.locations, { query: { clientUUID }, signal });
  return useReported(usePlaceQuery(['locations', clientUUID], fetch));
}

export function useWards(locationUUID: string): readonly ListedPlace[] | undefined {
  return useReported(useWardQuery(locationUUID));
}

/**
 * The wards of a location for a page that shows their rooms. The page reports its own connection. After a reload
 * without a server the wards come from the session cache, so that the page can show its last known rooms.
 */
export function useWardsOfBoard(locationUUID: string) {
  const cacheKey = `wards:${locationUUID}`;
  const query = useWardQuery(locationUUID, () => readSessionCache(sessionStorage, cacheKey, z.array(ListedPlace)));
  const { data } = query;
  useEffect(() => {
    if (data !== undefined) writeSessionCache(sessionStorage, cacheKey, data);
  }, [cacheKey, data]);
  return { query, wards: useSorted(data) };
}

function useWardQuery(locationUUID: string, initialData?: () => ListedPlace[] | undefined) {
  const { call } = useApi();
  const fetch: FetchList = (signal) => call(placeCalls.wards, { query: { locationUUID }, signal });
  return usePlaceQuery(['wards', locationUUID], fetch, initialData);
}

type ListKey = readonly [list: string, ...parents: string[]];
type FetchList = (signal: AbortSignal) => Promise<{ readonly items: readonly unknown[] }>;

/** Reports the connection state of a list and sorts it in the chosen language. Undefined until it is loaded. */
function useReported(query: ListRequest & { readonly data: readonly ListedPlace[] | undefined }) {
  useConnectionReport(query);
  return useSorted(query.data);
}

function useSorted(places: readonly ListedPlace[] | undefined): readonly ListedPlace[] | undefined {
  const { language } = useTranslation();
  return useMemo(() => places && sortByDisplayName(places, language), [places, language]);
}

/**
 * Fetches a list. A failure is written to the console (LIST-11) and shown by the connection indicator. The places that
 * were fetched before stay on the page.
 */
function usePlaceQuery(key: ListKey, fetch: FetchList, initialData?: () => ListedPlace[] | undefined) {
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        return selectValidItems(ListedPlace, (await fetch(signal)).items, `item of the ${key[0]}`).items;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!signal.aborted) console.error(`Problem retrieving ${key[0]}, reason: ${reason}`);
        throw error;
      }
    },
    ...(initialData !== undefined && { initialData, initialDataUpdatedAt: 0 }),
    refetchInterval: ({ state }) => (state.status === 'success' ? refreshIntervalMs : retryIntervalMs),
  });
}

interface ListRequest {
  readonly isError: boolean;
  /** The time of the last successful request, in epoch milliseconds. 0 if there was none. */
  readonly dataUpdatedAt: number;
  readonly isFetchedAfterMount: boolean;
}

/** Reports to the connection indicator how old the data are. `intervalMs`: the interval at which they are fetched. */
export function useConnectionReport(
  { isError, dataUpdatedAt, isFetchedAfterMount }: ListRequest,
  intervalMs = refreshIntervalMs,
): void {
  const now = useNow(1_000);
  const [mountedAt] = useState(now);
  const since = dataUpdatedAt === 0 ? mountedAt : dataUpdatedAt;
  // For at most a second a cached list is shown as `connecting` while it is fetched again: the response usually arrives
  // before a user could read another state.
  const isConnecting = dataUpdatedAt === 0 || (!isFetchedAfterMount && now === mountedAt);
  const kind = isError ? 'lost' : kindOfDelay(dataUpdatedAt === 0 ? Infinity : now - since - intervalMs, isConnecting);
  useEffect(() => reportConnection({ kind, since }), [kind, since]);
  useEffect(() => () => reportConnection({ kind: 'none' }), []);
}

function kindOfDelay(delayMs: number, isConnecting: boolean): 'live' | 'connecting' | 'delayed' | 'lost' {
  if (delayMs < delayedAfterMs) return 'live';
  if (isConnecting) return 'connecting';
  return delayMs < lostAfterMs ? 'delayed' : 'lost';
}
