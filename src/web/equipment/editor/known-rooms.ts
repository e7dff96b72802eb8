/** Lists locations, and the rooms of a location, with the aliases or uuids by which connections name them. */
import { useQuery } from '@tanstack/react-query';
import { roomEndpoints } from '../../../contract/home/rooms.ts';
import { useApi } from '../../api/api-client.tsx';
import {
  homeQueryKey,
  homeRefreshIntervalMs,
  type Places,
  placesInOrder,
  formatPlacePath,
  usePlaces,
} from '../../home/places.ts';

export interface LocationOption {
  readonly uuid: string;
  /** The alias of the location, or its uuid if it has no alias. */
  readonly value: string;
  readonly label: string;
}

export function locationsOf(places: Places | undefined): readonly LocationOption[] {
  if (places === undefined) return [];
  return placesInOrder(places)
    .filter(({ level }) => level === 'location')
    .map(({ uuid, alias }) => ({ uuid, value: alias ?? uuid, label: formatPlacePath(places, uuid) }));
}

export function findLocation(locations: readonly LocationOption[], aliasOrUuid: string): LocationOption | undefined {
  return locations.find(({ value, uuid }) => aliasOrUuid === value || aliasOrUuid === uuid);
}

export interface KnownRoom {
  readonly uuid: string;
  /** The name of the room in connections: its alias, or its uuid if it has no alias. */
  readonly name: string;
  readonly displayName: string;
  readonly wardName: string;
  readonly isActive: boolean;
}

/** Fetches the rooms of all wards of a location. Returns undefined until they are loaded. */
export function useRoomsOfLocation(locationUUID: string | undefined): readonly KnownRoom[] | undefined {
  const { call } = useApi();
  const { places } = usePlaces();
  const wards = places?.childrenOf(locationUUID ?? null).filter(({ level }) => level === 'ward') ?? [];
  const { data } = useQuery({
    queryKey: [...homeQueryKey, 'rooms-of-location', wards.map(({ uuid }) => uuid)],
    queryFn: ({ signal }) =>
      Promise.all(
        wards.map(async ({ uuid: wardUUID, displayName: wardName }) => {
          const { items } = await call(roomEndpoints.listManagedRooms, { query: { wardUUID }, signal });
          return items.map((room) => ({ ...room, wardName }));
        }),
      ),
    enabled: places !== undefined,
    refetchInterval: homeRefreshIntervalMs,
  });
  return data?.flat().map(({ uuid, alias, displayName, wardName, status }) => ({
    uuid,
    name: alias ?? uuid,
    displayName,
    wardName,
    isActive: status === 'ACTIVE',
  }));
}

/** Finds a room by its alias or uuid, which connections contain. */
export function findRoom(rooms: readonly KnownRoom[] | undefined, nameOrUuid: string): KnownRoom | undefined {
  return rooms?.find(({ name, uuid }) => nameOrUuid === name || nameOrUuid === uuid);
}
