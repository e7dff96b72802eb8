/** Battery and signal of the rooms of a ward. */
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { roomActivityEndpoints } from '../../../../contract/manage/room-activity.ts';
import { useApi } from '../../../api/api-client.tsx';

export type RoomBatteries = z.output<
  typeof roomActivityEndpoints.listRoomBatteries.response
>['items'][number]['batteries'];

const refreshIntervalMs = 15_000;

/** By the uuid of the room. Empty until they are loaded: the rooms are shown without them. */
export function useBatteries(wardUUID: string): ReadonlyMap<string, RoomBatteries> {
  const { call } = useApi();
  const { data } = useQuery({
    queryKey: ['room-batteries', wardUUID],
    queryFn: ({ signal }) => call(roomActivityEndpoints.listRoomBatteries, { query: { wardUUID }, signal }),
    refetchInterval: refreshIntervalMs,
  });
  return new Map(data?.items.map(({ uuid, batteries }) => [uuid, batteries]));
}
