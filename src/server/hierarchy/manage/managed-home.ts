/** The part of a home that a user may see, and the part of it that the user may change. */
import { isCovered, type Place, type Scope } from '../../../domain/user.ts';
import { versionOf } from '../../shared/object-version.ts';
import { type Home, type HomeNode, type Level, levels, nodesOf } from '../home-file/home.ts';

export interface Rights {
  /** The scopes in which the user may change places and rooms. */
  readonly managed: readonly Scope[];
  /** The scopes in which the user may see them. */
  readonly seen: readonly Scope[];
}

/** A node of one level has one key. Uuids of different levels may be equal. */
export function keyOf({ level, uuid }: Pick<HomeNode, 'level' | 'uuid'>): string {
  return `${level} ${uuid}`;
}

/** Returns a function that knows the place of each node of the home. Undefined: its place does not exist. */
export function createPlaceOf(home: Home): (node: HomeNode) => Place | undefined {
  const clients = new Set(nodesOf(home, 'client').map(({ uuid }) => uuid));
  const locations = new Map(nodesOf(home, 'location').map((location) => [location.uuid, location.parentUUID]));
  const wards = new Map(nodesOf(home, 'ward').map((ward) => [ward.uuid, ward.parentUUID]));

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

/** The nodes in the scopes, and the places above them. */
export function visibleHome(home: Home, scopes: readonly Scope[]): Home {
  if (scopes.some(({ kind }) => kind === 'everything')) return home;
  const placeOf = createPlaceOf(home);
  const shown = new Set(home.filter((node) => isCovered(scopes, placeOf(node))));
  for (const level of levels.toReversed()) {
    const parents = new Set([...shown].map(({ parentUUID }) => parentUUID));
    if (level === 'stream') continue;
    for (const place of nodesOf(home, level)) if (parents.has(place.uuid)) shown.add(place);
  }
  return home.filter((node) => shown.has(node));
}

/** The version of the values that the pages of the administration change. Rules have pages of their own. */
export function versionOfNode(node: HomeNode): string {
  const { displayName, alias, parentUUID } = node;
  const own = node.level === 'stream' ? { type: node.type, status: node.status } : {};
  return versionOf({ displayName, alias, parentUUID, ...own });
}

/** The version of all values. An undo brings back the rules too, so it names this one. */
export function versionWithRules(node: HomeNode): string {
  return versionOf({ own: versionOfNode(node), rules: node.level === 'client' ? null : node.rules });
}

/** Whether a change with this version was made from the node as it is. */
export function hasVersion(node: HomeNode, version: string): boolean {
  return version === versionOfNode(node) || version === versionWithRules(node);
}

/** The present state of a node, for the answer to a change that was made from an earlier one. */
export function stateOfNode(node: HomeNode) {
  const { level, uuid, displayName, alias } = node;
  return { level, uuid, displayName, alias, version: versionOfNode(node) };
}

/** The node and all nodes below it. */
export function subtreesOf(home: Home, roots: readonly { readonly level: Level; readonly uuid: string }[]): Home {
  const found = new Set(roots.map(keyOf));
  return levels.flatMap((level, index) => {
    const above = levels[index - 1];
    return nodesOf(home, level).filter((node) => {
      const isBelow = above !== undefined && found.has(`${above} ${node.parentUUID}`);
      if (isBelow) found.add(keyOf(node));
      return found.has(keyOf(node));
    });
  });
}

/** The number of rooms in each place that has some, by its key. */
export function countRooms(home: Home): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [index, level] of [...levels.entries()].toReversed()) {
    const above = levels[index - 1];
    if (above === undefined) continue;
    for (const node of nodesOf(home, level)) {
      const count = level === 'stream' ? 1 : (counts.get(keyOf(node)) ?? 0);
      const parent = `${above} ${node.parentUUID}`;
      counts.set(parent, (counts.get(parent) ?? 0) + count);
    }
  }
  return counts;
}
