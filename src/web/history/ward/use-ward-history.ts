import { roomHistoryEndpoints } from '../../../contract/history/room-history.ts';
import { useApi } from '../../api/api-client.tsx';
import { useHistoryPages } from '../use-history-pages.ts';
import type { VisibleSpan } from '../visible-span.ts';
import { joinWardPages } from './ward-history.ts';

/** The history of a ward around the visible span. `now`: the server's time in epoch milliseconds. */
export function useWardHistory(wardUuid: string, span: VisibleSpan | null, now: number) {
  const { call } = useApi();
  return useHistoryPages({
    key: ['ward', wardUuid],
    span,
    now,
    fetchPage: (query, signal) =>
      call(roomHistoryEndpoints.getWardHistory, { params: { id: wardUuid }, query, signal }),
    join: joinWardPages,
  });
}
