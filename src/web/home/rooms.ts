/** Fetches the rooms that the user manages. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { roomEndpoints } from '../../contract/home/rooms.ts';
import { useApi } from '../api/api-client.tsx';
import { homeQueryKey, homeRefreshIntervalMs } from './places.ts';

export type ManagedRoom = z.output<typeof roomEndpoints.listManagedRooms.response>['items'][number];

/** Fetches the rooms of a ward, and fetches them again at an interval. */
export function useRoomsOfWard(wardUUID: string) {
  const { call } = useApi();
  return useQuery({
    queryKey: [...homeQueryKey, 'rooms', wardUUID],
    queryFn: ({ signal }) => call(roomEndpoints.listManagedRooms, { query: { wardUUID }, signal }),
    refetchInterval: homeRefreshIntervalMs,
  });
}

/**
 * Searches rooms. Each typed letter starts a call and cancels the previous one. The earlier result is shown until the
 * new one arrives.
 */
export function useFoundRooms(search: string) {
  const { call } = useApi();
  return useQuery({
    queryKey: [...homeQueryKey, 'search', search],
    queryFn: ({ signal }) => call(roomEndpoints.listManagedRooms, { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

/** Returns the uuid and version of each room for the body of an edit, so that the server can detect a conflict. */
export function namedRooms(rooms: readonly ManagedRoom[]) {
  return rooms.map(({ uuid, version }) => ({ uuid, version }));
}
