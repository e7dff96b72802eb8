/** Fetches the clients, locations and wards that the user manages, for every page that offers a choice of places. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { placeEndpoints } from '../../contract/home/places.ts';
import { sortByDisplayName } from '../../domain/hierarchy.ts';
import { useApi } from '../api/api-client.tsx';
import { useTexts } from '../administration/use-texts.ts';

export type ManagedPlace = z.output<typeof placeEndpoints.listManagedPlaces.response>['items'][number];

/** The first part of the key of all queries of the home, so that a change can refetch them together. */
export const homeQueryKey = ['manage', 'home'];
const placesKey = [...homeQueryKey, 'places'];

/** The interval at which places and rooms are fetched again, because other administrators can change them. */
export const homeRefreshIntervalMs = 15_000;

export interface Places {
  readonly byUuid: ReadonlyMap<string, ManagedPlace>;
  /** Returns the children of a place, sorted in the language of the page. The children of `null` are the clients. */
  readonly childrenOf: (uuid: string | null) => readonly ManagedPlace[];
}

export function usePlaces() {
  const { call } = useApi();
  const { language } = useTexts();
  const query = useQuery({
    queryKey: placesKey,
    queryFn: ({ signal }) => call(placeEndpoints.listManagedPlaces, { signal }),
    refetchInterval: homeRefreshIntervalMs,
  });
  const items = query.data?.items;
  const places = useMemo((): Places | undefined => {
    if (items === undefined) return undefined;
    const children = Map.groupBy(sortByDisplayName(items, language), ({ parentUUID }) => parentUUID);
    return {
      byUuid: new Map(items.map((place) => [place.uuid, place])),
      childrenOf: (uuid) => children.get(uuid) ?? [],
    };
  }, [items, language]);
  return { places, error: query.error, refetch: query.refetch };
}

/** The places from the client down to the place with this uuid. */
export function placePathOf({ byUuid }: Pick<Places, 'byUuid'>, uuid: string | null): readonly ManagedPlace[] {
  const place = byUuid.get(uuid ?? '');
  return place === undefined ? [] : [...placePathOf({ byUuid }, place.parentUUID), place];
}

/**
 * Formats a path, such as `Anker Care / Harbour House / Ward 1`. Leaves out the client if there is only one and it is
 * not the place itself.
 */
export function formatPlacePath(places: Places, uuid: string | null): string {
  const path = placePathOf(places, uuid);
  const hidesClient = path.length > 1 && places.childrenOf(null).length === 1;
  return (hidesClient ? path.slice(1) : path).map(({ displayName }) => displayName).join(' / ');
}

/** The places in the order of the tree, each parent before its children. */
export function placesInOrder(places: Places, parentUUID: string | null = null): readonly ManagedPlace[] {
  return places.childrenOf(parentUUID).flatMap((place) => [place, ...placesInOrder(places, place.uuid)]);
}

interface PlaceOption {
  /** The value of the option: the uuid of the place. */
  readonly value: string;
  readonly label: string;
}

/** Returns the places that a form offers: those that the user may change, and the present place of its object. */
export function placeOptions(
  places: Places,
  levels: readonly ManagedPlace['level'][],
  present = '',
): readonly PlaceOption[] {
  return placesInOrder(places)
    .filter(({ uuid, level, canChange }) => (canChange || uuid === present) && levels.includes(level))
    .map(({ uuid }) => ({ value: uuid, label: formatPlacePath(places, uuid) }));
}
