import { useEffect, useState } from 'react';
import { maxListedUuids } from '../../../contract/uuid.ts';
import { useApi } from '../../api/api-client.tsx';
import { loadRepeatedly } from '../../api/load-repeatedly.ts';
import type { CountOptions } from './follow-counts.ts';
import { noCounts, type PlaceCounts } from './place-counts.ts';

/** The live counts of the wards of a location. Without counts while they load, and for too many wards. */
export function useWardCounts(locationUuid: string, wardUuids: readonly string[]): PlaceCounts {
  return useCounts(wardUuids.length > maxListedUuids ? [] : wardUuids, locationUuid);
}

/** The counts of locations, fetched every 15 s. */
export function useLocationCounts(locationUuids: readonly string[]): PlaceCounts {
  return useCounts(locationUuids);
}

/** Counts the wards of a location, or without a location, the locations themselves. */
function useCounts(placeUuids: readonly string[], locationUuid?: string): PlaceCounts {
  const api = useApi();
  const [counts, setCounts] = useState<PlaceCounts>(noCounts);
  const listed = placeUuids.join(',');
  useEffect(() => {
    if (listed === '') return undefined;
    const uuids = listed.split(',');
    const ending = new AbortController();
    const options: CountOptions = { api, signal: ending.signal, onCounts: setCounts };
    // The cards do not wait for this code, which is that of a board.
    void loadRepeatedly('The counts', () => import('./follow-counts.ts'), ending.signal).then(
      ({ followWardCounts, pollLocationCounts }) =>
        locationUuid === undefined
          ? pollLocationCounts(uuids, options)
          : followWardCounts({ uuid: locationUuid, wardUuids: uuids }, options),
      () => undefined,
    );
    return () => ending.abort();
  }, [api, locationUuid, listed]);
  return counts;
}
