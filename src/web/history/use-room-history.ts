import { roomHistoryEndpoints } from '../../contract/history/room-history.ts';
import { useApi } from '../api/api-client.tsx';
import { joinPages } from './history.ts';
import { useHistoryPages } from './use-history-pages.ts';
import type { VisibleSpan } from './visible-span.ts';

/** The history of a room around the visible span. `now`: the server's time in epoch milliseconds. */
export function useRoomHistory(roomUuid: string, span: VisibleSpan | null, now: number) {
  const { call } = useApi();
  return useHistoryPages({
    key: ['room', roomUuid],
    span,
    now,
    fetchPage: (query, signal) =>
      call(roomHistoryEndpoints.getRoomHistory, { params: { id: roomUuid }, query, signal }),
    join: joinPages,
  });
}
