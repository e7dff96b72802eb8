import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from '../language/translation.tsx';
import { sortByDisplayName } from '../../domain/hierarchy.ts';
import { reportConnection } from '../api/connection-state.ts';
import { validItems } from '../api/valid-items.ts';
import { useNow } from '../ui/time/use-now.ts';
import { Place } from './places.ts';

/** An open page fetches its list again at this interval, so that new entries appear without a reload. */
const refreshIntervalMs = 15_000;
const retryIntervalMs = 5_000;
/** Less than the three attempts of a request take, so that a list without an answer is shown as delayed meanwhile. */
const delayedAfterMs = 20_000;
const lostAfterMs = 30_000;

/**
 * A list in the order of the chosen language. Undefined until the list is loaded. A failure is written to the console
 * (LIST-11) and shown by the connection indicator. The entries stay on the page.
 */
export function useList(
  key: readonly [list: string, ...parents: string[]],
  fetch: (signal: AbortSignal) => Promise<{ readonly items: readonly unknown[] }>,
): readonly Place[] | undefined {
  const { language } = useTranslation();
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        return validItems(Place, (await fetch(signal)).items, `item of the ${key[0]}`).items;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!signal.aborted) console.error(`Problem retrieving ${key[0]}, reason: ${reason}`);
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.status === 'success' ? refreshIntervalMs : retryIntervalMs),
  });
  useConnectionReport(query);
  return query.data === undefined ? undefined : sortByDisplayName(query.data, language);
}

interface ListRequest {
  readonly isError: boolean;
  /** The time of the last successful request, in epoch milliseconds. 0 if there was none. */
  readonly dataUpdatedAt: number;
  readonly isFetchedAfterMount: boolean;
}

/** Reports to the connection indicator how old the list is. */
function useConnectionReport({ isError, dataUpdatedAt, isFetchedAfterMount }: ListRequest): void {
  const now = useNow(1_000);
  const [mountedAt] = useState(now);
  const since = dataUpdatedAt === 0 ? mountedAt : dataUpdatedAt;
  // A cached list is fetched again when the page opens. For at most a second the indicator shows `connecting` instead
  // of the state of an old list, because that request is usually faster.
  const isConnecting = dataUpdatedAt === 0 || (!isFetchedAfterMount && now === mountedAt);
  const kind = isError ? 'lost' : kindOfAge(dataUpdatedAt === 0 ? Infinity : now - since, isConnecting);
  useEffect(() => reportConnection({ kind, since }), [kind, since]);
  useEffect(() => () => reportConnection({ kind: 'none' }), []);
}

function kindOfAge(ageMs: number, isConnecting: boolean): 'live' | 'connecting' | 'delayed' | 'lost' {
  if (ageMs < delayedAfterMs) return 'live';
  if (isConnecting) return 'connecting';
  return ageMs < lostAfterMs ? 'delayed' : 'lost';
}
