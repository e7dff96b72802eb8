/** The rooms that the user manages. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { homeEndpoints } from '../../../contract/manage/home.ts';
import { useApi } from '../../api/api-client.tsx';
import { homeKey, homeRefreshIntervalMs } from './places.ts';

export type ManagedRoom = z.output<typeof homeEndpoints.listManagedRooms.response>['items'][number];

/** The rooms of a ward. */
export function useRoomsOfWard(wardUUID: string) {
  const { call } = useApi();
  return useQuery({
    queryKey: [...homeKey, 'rooms', wardUUID],
    queryFn: ({ signal }) => call(homeEndpoints.listManagedRooms, { query: { wardUUID }, signal }),
    refetchInterval: homeRefreshIntervalMs,
  });
}

/**
 * The rooms that contain the text. Each letter asks the server at once and cancels the call for the text before it. The
 * rooms that were found before are shown until the answer arrives.
 */
export function useFoundRooms(search: string) {
  const { call } = useApi();
  return useQuery({
    queryKey: [...homeKey, 'search', search],
    queryFn: ({ signal }) => call(homeEndpoints.listManagedRooms, { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}
