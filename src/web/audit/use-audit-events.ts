import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { auditEndpoints } from '../../contract/audit/audit.ts';
import { useApi } from '../api/api-client.tsx';
import { type AuditFilter, filterQueryOf } from './audit-filter.ts';

export type AuditEvent = z.output<typeof auditEndpoints.listAuditEvents.response>['items'][number];

const limit = 50;
/**
 * The maximum number of calls before the user has to ask for more. A call searches some thousand events, so 20 calls
 * cover several months.
 */
const maxCalls = 20;

/**
 * Fetches the events of the filter, the newest first, page by page. `partOf`: fetches the parts of one event, the
 * oldest first.
 */
export function useAuditEvents(filter: AuditFilter, partOf?: string) {
  const { call } = useApi();
  const query = { ...filterQueryOf(filter), ...(partOf !== undefined && { partOf }), limit: String(limit) };
  return useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: async ({ pageParam, signal }) => {
      const items: AuditEvent[] = [];
      let before: string | null = pageParam;
      let timeZone = '';
      for (let count = 0; count < maxCalls && before !== null && items.length < limit; count += 1) {
        const cursor: Record<string, string> = before === '' ? {} : { before };
        const page = await call(auditEndpoints.listAuditEvents, { query: { ...query, ...cursor }, signal });
        items.push(...page.items);
        ({ before, timeZone } = page);
      }
      return { items, before, timeZone };
    },
    initialPageParam: '',
    getNextPageParam: ({ before }) => before,
    placeholderData: keepPreviousData,
  });
}
