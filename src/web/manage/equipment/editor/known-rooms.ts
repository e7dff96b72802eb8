/** The locations and rooms of the home, by the names that the equipment file uses. */
import { useQuery } from '@tanstack/react-query';
import { roomActivityEndpoints } from '../../../../contract/manage/room-activity.ts';
import { useApi } from '../../../api/api-client.tsx';
import { placesInOrder, placeText, usePlaces } from '../../home/places.ts';

export interface LocationOption {
  readonly uuid: string;
  /** The alias, or the uuid of a location without one. */
  readonly value: string;
  readonly label: string;
}

export function useLocations(): readonly LocationOption[] {
  const { places } = usePlaces();
  if (places === undefined) return [];
  return placesInOrder(places)
    .filter(({ level }) => level === 'location')
    .map(({ uuid, alias }) => ({ uuid, value: alias ?? uuid, label: placeText(places, uuid) }));
}

const pollIntervalMs = 5_000;

/** The rooms of a location, and when each was heard. */
export function useRoomActivity(locationUUID: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['room-activity', locationUUID],
    queryFn: ({ signal }) =>
      api.call(roomActivityEndpoints.listRoomActivity, { query: { locationUUID: locationUUID ?? '' }, signal }),
    enabled: locationUUID !== undefined,
    refetchInterval: pollIntervalMs,
  });
}
