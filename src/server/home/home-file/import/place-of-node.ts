/** The places of the nodes of a home. */
import { isPlaceCovered, type Place, type Scope } from '../../../../domain/user.ts';
import { type Home, type HomeNode, homeLevels, nodesOfLevel } from '../home.ts';

type PlaceOf = (node: Pick<HomeNode, 'level' | 'uuid' | 'parentUUID'>) => Place | undefined;

/** A key that is unique over all levels, because nodes of different levels may have the same uuid. */
export function nodeKeyOf({ level, uuid }: Pick<HomeNode, 'level' | 'uuid'>): string {
  return `${level} ${uuid}`;
}

/** Returns a function that finds the place of a node of the home. Undefined: the node does not exist. */
export function createPlaceLookup(home: Home): PlaceOf {
  const clients = new Set(nodesOfLevel(home, 'client').map(({ uuid }) => uuid));
  const locations = new Map(nodesOfLevel(home, 'location').map((location) => [location.uuid, location.parentUUID]));
  const wards = new Map(nodesOfLevel(home, 'ward').map((ward) => [ward.uuid, ward.parentUUID]));

  function placeOfLocation(locationUUID: string) {
    const clientUUID = locations.get(locationUUID);
    return clientUUID === undefined ? undefined : { clientUUID, locationUUID };
  }

  function placeOfWard(wardUUID: string) {
    const location = placeOfLocation(wards.get(wardUUID) ?? '');
    return location && { ...location, wardUUID };
  }

  return ({ level, uuid, parentUUID }) => {
    switch (level) {
      case 'client':
        return clients.has(uuid) ? { clientUUID: uuid } : undefined;
      case 'location':
        return placeOfLocation(uuid);
      case 'ward':
        return placeOfWard(uuid);
      case 'stream':
        return placeOfWard(parentUUID);
    }
  };
}

/** Returns a function that finds the client of a node, which is undefined for a node that is not in this home. */
export function createClientLookup(home: Home) {
  const stored = new Map(home.map((node) => [nodeKeyOf(node), node]));
  const placeOf = createPlaceLookup(home);
  return (node: Pick<HomeNode, 'level' | 'uuid'>): HomeNode | undefined => {
    const found = stored.get(nodeKeyOf(node));
    const place = found === undefined ? undefined : placeOf(found);
    return place === undefined ? undefined : stored.get(nodeKeyOf({ level: 'client', uuid: place.clientUUID }));
  };
}

/** Returns the nodes in the scopes and the nodes above them. */
export function selectVisibleHome(home: Home, scopes: readonly Scope[]): Home {
  if (scopes.some(({ kind }) => kind === 'everything')) return home;
  const placeOf = createPlaceLookup(home);
  const shown = new Set(home.filter((node) => isPlaceCovered(scopes, placeOf(node))));
  for (const level of homeLevels.toReversed()) {
    const parents = new Set([...shown].map(({ parentUUID }) => parentUUID));
    if (level === 'stream') continue;
    for (const place of nodesOfLevel(home, level)) if (parents.has(place.uuid)) shown.add(place);
  }
  return home.filter((node) => shown.has(node));
}
