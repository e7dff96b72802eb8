import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { roomHistoryEndpoints } from '../../contract/history/room-history.ts';
import { useApi } from '../api/api-client.tsx';
import { type HistoryPage, joinPages } from './history.ts';
import type { VisibleSpan } from './visible-span.ts';

const refreshIntervalMs = 15_000;
const retryIntervalMs = 5_000;
/** A page has thousands of entries, so more pages mean a device that reports all the time. */
const maxPages = 10;
const minGridMs = 10 * 60_000;

/**
 * The history around the visible span, in steps of a quarter of its length, so that a small move needs no call. `now`:
 * the server's time in epoch milliseconds.
 */
export function useRoomHistory(roomUuid: string, { lengthMs, to }: VisibleSpan, now: number) {
  const { call } = useApi();
  const gridMs = Math.max(minGridMs, lengthMs / 4);
  const end = to ?? now;
  const from = new Date(Math.floor((end - lengthMs) / gridMs) * gridMs).toISOString();
  const until = Math.ceil(end / gridMs) * gridMs;
  const query = until >= now ? { from } : { from, to: new Date(until).toISOString() };
  return useQuery({
    queryKey: ['history', roomUuid, query],
    queryFn: async ({ signal }) => {
      const fetchPage = (page: Readonly<Record<string, string>>): Promise<HistoryPage> =>
        call(roomHistoryEndpoints.getRoomHistory, { params: { id: roomUuid }, query: page, signal });
      const pages: [HistoryPage, ...HistoryPage[]] = [await fetchPage(query)];
      for (let next = pages[0].next; next !== null && pages.length < maxPages; next = pages.at(-1)?.next ?? null) {
        pages.push(await fetchPage({ ...query, from: next }));
      }
      return joinPages(pages, Date.now());
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'success' ? refreshIntervalMs : retryIntervalMs),
  });
}
