/** Fetches the messages that were not delivered, and sends them again. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { noticeEndpoints, type UndeliveredNotice as NoticeSchema } from '../../contract/notices/notices.ts';
import { useApi } from '../api/api-client.tsx';

export type UndeliveredNotice = z.output<typeof NoticeSchema>;

const undeliveredQuery = ['undelivered-notices'];
const pollIntervalMs = 15_000;

export function useUndelivered() {
  const { call } = useApi();
  return useQuery({
    queryKey: undeliveredQuery,
    queryFn: ({ signal }) => call(noticeEndpoints.listUndeliveredNotices, { signal }),
    refetchInterval: pollIntervalMs,
  });
}

/** Returns the call that sends a message again. It resolves to the result, and rejects with the error of the server. */
export function useSendAgain() {
  const { call } = useApi();
  const queries = useQueryClient();
  return async ({ uuid }: UndeliveredNotice) => {
    try {
      return await call(noticeEndpoints.sendNoticeAgain, { params: { id: uuid }, maxAttempts: 1 });
    } finally {
      await queries.invalidateQueries({ queryKey: undeliveredQuery });
    }
  };
}
