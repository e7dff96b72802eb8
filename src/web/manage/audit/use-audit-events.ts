import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { auditEndpoints } from '../../../contract/manage/audit.ts';
import { useApi } from '../../api/api-client.tsx';
import { type AuditFilter, queryOf } from './audit-filter.ts';

export type AuditEvent = z.output<typeof auditEndpoints.listAuditEvents.response>['items'][number];

/** The events that the filter finds, the newest first, page by page. */
export function useAuditEvents(filter: AuditFilter) {
  const { call } = useApi();
  const query = queryOf(filter);
  return useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: ({ pageParam, signal }) =>
      call(auditEndpoints.listAuditEvents, {
        query: { ...query, limit: '50', ...(pageParam !== '' && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ before }) => before,
    placeholderData: keepPreviousData,
  });
}
