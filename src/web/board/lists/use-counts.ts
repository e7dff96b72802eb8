import { useQuery } from '@tanstack/react-query';
import { maxListedUuids } from '../../../contract/uuid.ts';
import type { Room } from '../../../domain/room.ts';
import { useApi } from '../../api/api-client.tsx';
import { isFinal } from '../../api/api-error.ts';
import { selectAlertsToAnswer, hasAlerts, isUnmonitored } from '../../live/open-alerts.ts';
import type { RoomList } from '../../live/board-place.ts';
import { hasNoDevice, isUnreachable } from '../status/unreachable.ts';

/** The alerts and unmonitored rooms of a ward or a location. */
export interface RoomCounts {
  /** The number of open alerts that staff answer. Rooms with technical alerts are counted as not monitored instead. */
  readonly alertCount: number;
  /** The highest priority among the alerts that staff answer. Undefined: there are none. */
  readonly priority: 'high' | 'medium' | undefined;
  readonly unmonitoredCount: number;
  /** The number of rooms for which no device has reported yet. Such rooms do not count as not monitored. */
  readonly noDeviceCount: number;
}

export interface PlaceCount extends RoomCounts {
  /** Whether the last request for the counts succeeded. Otherwise the counts may be out of date. */
  readonly isCurrent: boolean;
}

/** The counts of wards or locations, by the uuid of the place. */
export type PlaceCounts = ReadonlyMap<string, PlaceCount>;

/** The counts of the wards of a location, fetched every 5 s. A location with too many wards has no counts. */
export function useWardCounts(locationUuid: string, wardUuids: readonly string[]): PlaceCounts {
  const locations = wardUuids.length > maxListedUuids ? [] : [locationUuid];
  return useCounts(locations, 5_000, (rooms) => countRoomsByWard(rooms, wardUuids));
}

/** The counts of locations, fetched every 15 s. */
export function useLocationCounts(locationUuids: readonly string[]): PlaceCounts {
  return useCounts(locationUuids, 15_000, (rooms, uuid) => new Map([[uuid, countRooms(rooms)]]));
}

type CountPlaces = (rooms: readonly Room[], locationUuid: string) => ReadonlyMap<string, RoomCounts>;

/** Fetches counts. There are none for a location that the user may no longer see, or from a server without alerts. */
function useCounts(locationUuids: readonly string[], intervalMs: number, count: CountPlaces): PlaceCounts {
  const api = useApi();
  const { data = [], isError } = useQuery({
    queryKey: ['counts', ...locationUuids],
    queryFn: async ({ signal }) => {
      // Imports the code of a board late, so that the cards do not wait for it.
      const { fetchRooms } = await import('../../live/board-place.ts');
      const lists: [uuid: string, list: RoomList][] = [];
      // Fetches one location after another, because all wards of a client at once would load the server.
      for (const uuid of locationUuids) {
        try {
          lists.push([uuid, await fetchRooms(api, uuid, AbortSignal.any([signal, AbortSignal.timeout(10_000)]))]);
        } catch (error) {
          if (!isFinal(error)) throw error;
        }
      }
      return lists;
    },
    refetchInterval: intervalMs,
    gcTime: 0,
  });
  return new Map(
    data
      .filter(([, { items }]) => hasAlerts(items))
      .flatMap(([uuid, { items, outdatedSince }]) =>
        [...count(items, uuid)].map(([place, counts]) => {
          const isCurrent = !isError && outdatedSince === undefined;
          return [place, { ...counts, isCurrent }] as const;
        }),
      ),
  );
}

export function countRooms(rooms: readonly Room[]): RoomCounts {
  const alerts = selectAlertsToAnswer(rooms);
  const highest = alerts.some(({ alert }) => alert.priority === 'high') ? 'high' : 'medium';
  return {
    alertCount: alerts.length,
    priority: alerts.length === 0 ? undefined : highest,
    unmonitoredCount: rooms.filter(isCountedUnmonitored).length,
    noDeviceCount: rooms.filter(isCountedWithoutDevice).length,
  };
}

/** Counts the rooms of each ward. A ward without rooms has zero counts. */
export function countRoomsByWard(
  rooms: readonly Room[],
  wardUuids: readonly string[],
): ReadonlyMap<string, RoomCounts> {
  const byWard = Map.groupBy(rooms, ({ wardUUID }) => wardUUID);
  return new Map(wardUuids.map((uuid) => [uuid, countRooms(byWard.get(uuid) ?? [])]));
}

function isCountedUnmonitored(room: Room): boolean {
  if (room.status === 'INACTIVE') return true;
  return !hasNoDevice(room) && (isUnreachable(room) || isUnmonitored(room));
}

function isCountedWithoutDevice(room: Room): boolean {
  return room.status !== 'INACTIVE' && hasNoDevice(room);
}
