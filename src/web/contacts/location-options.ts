import { formatPlacePath, placesInOrder, usePlaces } from '../home/places.ts';

/** The locations that the user may change, as options of a field. */
export function useLocationOptions() {
  const { places } = usePlaces();
  if (places === undefined) return [];
  return placesInOrder(places)
    .filter(({ level, canChange }) => level === 'location' && canChange)
    .map(({ uuid }) => ({ value: uuid, label: formatPlacePath(places, uuid) }));
}
