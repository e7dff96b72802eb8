import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sortByDisplayName } from '../../domain/hierarchy.ts';
import { reportConnection } from '../api/connection-state.ts';
import { startIdleTimeout } from '../api/idle-timeout.ts';
import { currentLanguage } from '../language/i18n.ts';
import type { ListQuery } from './queries.ts';

/** A loaded list is asked for again this often, one that did not load yet sooner; for ever, in both cases. */
const refreshMs = 15_000;
const retryMs = 5_000;
/** An answer that does not come is no failure yet, for three attempts; what is shown is old by then. As on a board. */
const delayedAfterMs = 20_000;
const lostAfterMs = 30_000;

interface Named {
  readonly uuid: string;
  readonly displayName: string;
}

/**
 * A list, sorted in the chosen language; undefined until it is loaded. A failure changes nothing on
 * the page: it is written to the console (LIST-11), and the connection's state says since when there is no news.
 */
export function useList<T extends Named>({ name, key, fetch }: ListQuery<T>): readonly T[] | undefined {
  const { i18n } = useTranslation();
  const [enteredAt] = useState(() => Date.now());
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        return (await fetch(signal)).items;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!signal.aborted) console.error(`Problem retrieving ${name}, reason: ${reason}`);
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.status === 'success' ? refreshMs : retryMs),
  });

  const lastSuccess = query.dataUpdatedAt;
  // What is kept from an earlier visit is shown at once, and says of the connection what it said then.
  const ageMs = query.isFetchedAfterMount ? 0 : Math.max(0, enteredAt - lastSuccess);
  const isLive = query.isSuccess && ageMs < delayedAfterMs;
  useEffect(() => {
    if (query.isError) reportConnection({ kind: 'lost', since: lastSuccess === 0 ? enteredAt : lastSuccess });
    else reportConnection({ kind: isLive ? 'live' : 'connecting' });
  }, [query.isError, isLive, lastSuccess, enteredAt]);
  useEffect(() => {
    if (!query.isSuccess) return undefined;
    const idleTimeout = startIdleTimeout({
      delayedAfterMs: delayedAfterMs - ageMs,
      lostAfterMs: lostAfterMs - ageMs,
      onDelayed: () => reportConnection({ kind: 'delayed', since: lastSuccess }),
      onTimeout: () => reportConnection({ kind: 'lost', since: lastSuccess }),
    });
    return () => idleTimeout.stop();
  }, [query.isSuccess, lastSuccess, ageMs]);
  useEffect(() => () => reportConnection({ kind: 'none' }), []);

  return query.data === undefined ? undefined : sortByDisplayName(query.data, currentLanguage(i18n));
}
