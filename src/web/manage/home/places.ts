/** The clients, locations and wards that the user manages. Every page that offers a choice of places takes them from here. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { homeEndpoints } from '../../../contract/manage/home.ts';
import { sortByDisplayName } from '../../../domain/hierarchy.ts';
import { useApi } from '../../api/api-client.tsx';
import { useTexts } from '../shell/use-texts.ts';

export type ManagedPlace = z.output<typeof homeEndpoints.listManagedPlaces.response>['items'][number];

/** All queries of the home begin with it, so that a change fetches them again. */
export const homeKey = ['manage', 'home'];
export const placesKey = [...homeKey, 'places'];

/** Other administrators change the home too. */
export const homeRefreshIntervalMs = 15_000;

export interface Places {
  readonly byUuid: ReadonlyMap<string, ManagedPlace>;
  /** In the order of the language. `null`: the clients. */
  readonly childrenOf: (uuid: string | null) => readonly ManagedPlace[];
}

export function usePlaces() {
  const { call } = useApi();
  const { language } = useTexts();
  const query = useQuery({
    queryKey: placesKey,
    queryFn: ({ signal }) => call(homeEndpoints.listManagedPlaces, { signal }),
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

/** The places from the client down to this one. */
export function pathOf({ byUuid }: Pick<Places, 'byUuid'>, uuid: string | null): readonly ManagedPlace[] {
  const place = byUuid.get(uuid ?? '');
  return place === undefined ? [] : [...pathOf({ byUuid }, place.parentUUID), place];
}

/** `Anker Care / Harbour House / Ward 1`. The only client is not named, except alone. */
export function placeText(places: Places, uuid: string | null): string {
  const path = pathOf(places, uuid);
  const isShort = path.length > 1 && places.childrenOf(null).length === 1;
  return (isShort ? path.slice(1) : path).map(({ displayName }) => displayName).join(' / ');
}

/** The places in the order of the tree, each before those below it. */
export function placesInOrder(places: Places, parentUUID: string | null = null): readonly ManagedPlace[] {
  return places.childrenOf(parentUUID).flatMap((place) => [place, ...placesInOrder(places, place.uuid)]);
}

interface PlaceOption {
  /** The uuid. */
  readonly value: string;
  readonly label: string;
}

/** The places that the user may change, and the present one, as the choices of a form. */
export function placeOptions(
  places: Places,
  levels: readonly ManagedPlace['level'][],
  present = '',
): readonly PlaceOption[] {
  return placesInOrder(places)
    .filter(({ uuid, level, canChange }) => (canChange || uuid === present) && levels.includes(level))
    .map(({ uuid }) => ({ value: uuid, label: placeText(places, uuid) }));
}
