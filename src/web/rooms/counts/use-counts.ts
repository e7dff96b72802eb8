import { useEffect, useState } from 'react';
import { maxListedUuids } from '../../../contract/uuid.ts';
import { useApi } from '../../api/api-client.tsx';
import { type CountOptions, followWardCounts, pollLocationCounts } from './follow-counts.ts';
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
    if (locationUuid === undefined) void pollLocationCounts(uuids, options);
    else void followWardCounts({ uuid: locationUuid, wardUuids: uuids }, options);
    return () => ending.abort();
  }, [api, locationUuid, listed]);
  return counts;
}
