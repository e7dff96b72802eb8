import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sortByDisplayName } from '../../domain/hierarchy.ts';
import { reportConnection } from '../api/connection-state.ts';
import { startIdleTimeout } from '../api/idle-timeout.ts';
import { currentLanguage } from '../language/i18n.ts';
import type { ListQuery } from './queries.ts';

/** A list is fetched again and again while its page is open, so that it shows new entries without a reload. */
const refreshIntervalMs = 15_000;
const retryIntervalMs = 5_000;
/** A request takes three attempts before it fails. A list without an answer is shown as delayed before that. */
const delayedAfterMs = 20_000;
const lostAfterMs = 30_000;

interface Named {
  readonly uuid: string;
  readonly displayName: string;
}

/**
 * A list in the order of the chosen language. Undefined until it is loaded. A failure is written to the
 * console (LIST-11) and shown by the connection indicator, and the page stays as it is.
 */
export function useList<T extends Named>({ key, fetch }: ListQuery<T>): readonly T[] | undefined {
  const { i18n } = useTranslation();
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      try {
        return (await fetch(signal)).items;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!signal.aborted) console.error(`Problem retrieving ${key[0]}, reason: ${reason}`);
        throw error;
      }
    },
    refetchInterval: ({ state }) => (state.status === 'success' ? refreshIntervalMs : retryIntervalMs),
  });
  useConnectionReport(query);
  return query.data === undefined ? undefined : sortByDisplayName(query.data, currentLanguage(i18n));
}

interface ListRequest {
  readonly isError: boolean;
  readonly isSuccess: boolean;
  /** Epoch milliseconds of the last success, 0 if there was none. */
  readonly dataUpdatedAt: number;
  readonly isFetchedAfterMount: boolean;
}

/** Reports the age of the list to the connection indicator. */
function useConnectionReport({ isError, isSuccess, dataUpdatedAt, isFetchedAfterMount }: ListRequest): void {
  const [mountedAt] = useState(() => Date.now());
  // A list from an earlier visit to the page starts with its real age.
  const ageMs = isFetchedAfterMount ? 0 : Math.max(0, mountedAt - dataUpdatedAt);
  const isLive = isSuccess && ageMs < delayedAfterMs;
  useEffect(() => {
    if (isError) reportConnection({ kind: 'lost', since: dataUpdatedAt === 0 ? mountedAt : dataUpdatedAt });
    else reportConnection({ kind: isLive ? 'live' : 'connecting' });
  }, [isError, isLive, dataUpdatedAt, mountedAt]);
  useEffect(() => {
    if (!isSuccess) return undefined;
    const idleTimeout = startIdleTimeout({
      delayedAfterMs: delayedAfterMs - ageMs,
      lostAfterMs: lostAfterMs - ageMs,
      onDelayed: () => reportConnection({ kind: 'delayed', since: dataUpdatedAt }),
      onTimeout: () => reportConnection({ kind: 'lost', since: dataUpdatedAt }),
    });
    return () => idleTimeout.stop();
  }, [isSuccess, dataUpdatedAt, ageMs]);
  useEffect(() => () => reportConnection({ kind: 'none' }), []);
}
