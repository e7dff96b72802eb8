import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Fetched } from './history.ts';
import type { VisibleSpan } from './visible-span.ts';

const refreshIntervalMs = 15_000;
const retryIntervalMs = 5_000;
/** A page has thousands of entries, so more pages mean a device that reports all the time. */
const maxPages = 10;
const minGridMs = 10 * 60_000;

interface HistoryPages<Page, History> {
  readonly key: readonly string[];
  /** Null: the server chooses the span, which ends now. */
  readonly span: VisibleSpan | null;
  /** The server's time in epoch milliseconds. */
  readonly now: number;
  readonly fetchPage: (query: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Page>;
  readonly join: (pages: readonly [Page, ...Page[]], fetched: Fetched) => History;
}

/**
 * Fetches all pages of a history around the visible span, in steps of a quarter of its length, so that a small move
 * needs no call. Fetches it again while the page is open.
 */
export function useHistoryPages<Page extends { readonly next: string | null }, History>(
  options: HistoryPages<Page, History>,
) {
  const { key, span, now, fetchPage, join } = options;
  const query = span === null ? {} : queryAround(span, now);
  return useQuery({
    queryKey: ['history', ...key, query],
    queryFn: async ({ signal }) => {
      const pages: [Page, ...Page[]] = [await fetchPage(query, signal)];
      for (let next = pages[0].next; next !== null && pages.length < maxPages; next = pages.at(-1)?.next ?? null) {
        pages.push(await fetchPage({ ...query, from: next }, signal));
      }
      return join(pages, { at: Date.now(), isCurrent: !('to' in query) });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'success' ? refreshIntervalMs : retryIntervalMs),
  });
}

function queryAround(span: VisibleSpan, now: number): Readonly<Record<string, string>> {
  const gridMs = Math.max(minGridMs, span.lengthMs / 4);
  const end = span.to ?? now;
  const from = new Date(Math.floor((end - span.lengthMs) / gridMs) * gridMs).toISOString();
  const until = Math.ceil(end / gridMs) * gridMs;
  return until >= now ? { from } : { from, to: new Date(until).toISOString() };
}
