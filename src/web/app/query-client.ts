import { QueryClient } from '@tanstack/react-query';

/** Creates the cache of the queries of all pages. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // No retries, because `call-endpoint.ts` retries. Refetches even if the browser reports that there is no network,
      // and on a hidden page, because its alarm sounds.
      queries: { networkMode: 'always', retry: false, refetchIntervalInBackground: true, refetchOnReconnect: true },
    },
  });
}
