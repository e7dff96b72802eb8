/** Fetches battery and signal of the rooms of a ward. */
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { roomBatteryEndpoints } from '../../../contract/devices/room-batteries.ts';
import { useApi } from '../../api/api-client.tsx';

export type RoomBatteries = z.output<
  typeof roomBatteryEndpoints.listRoomBatteries.response
>['items'][number]['batteries'];

const refreshIntervalMs = 15_000;

/** Returns the batteries by the uuid of the room. Empty until they are loaded: the rooms are shown without them. */
export function useBatteries(wardUUID: string): ReadonlyMap<string, RoomBatteries> {
  const { call } = useApi();
  const { data } = useQuery({
    queryKey: ['room-batteries', wardUUID],
    queryFn: ({ signal }) => call(roomBatteryEndpoints.listRoomBatteries, { query: { wardUUID }, signal }),
    refetchInterval: refreshIntervalMs,
  });
  return new Map(data?.items.map(({ uuid, batteries }) => [uuid, batteries]));
}
