/** Compares two homes: finds the nodes that were added, changed or removed. */
import { type Home, type HomeNode, type HomeLevel, homeLevels, nodesOfLevel } from '../home.ts';

interface FieldChange {
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface HomeChange {
  /** `retired`: a stream that is missing in the file becomes INACTIVE, because its reports need it. */
  readonly effect: 'added' | 'changed' | 'removed' | 'retired';
  /** The node after the change. For a removed node, the node before the change. */
  readonly node: HomeNode;
  /** The names from the client down to the node. */
  readonly path: readonly string[];
  /** The changed fields. Empty for `added` and `removed`. */
  readonly fields: readonly FieldChange[];
}

/** Compares two homes. Returns additions and changes from the top down, then removals from the bottom up. */
export function compareHomes(from: Home, to: Home, retired: ReadonlySet<string>): readonly HomeChange[] {
  const pathFrom = createPathOf(from);
  const pathTo = createPathOf(to);
  const forward = homeLevels.flatMap((level) => {
    const before = new Map(nodesOfLevel(from, level).map((node) => [node.uuid, node]));
    return nodesOfLevel(to, level).flatMap((node): HomeChange[] => {
      const old = before.get(node.uuid);
      // A node that is the same object in both homes is skipped, because most nodes of a large home do not change.
      if (old === node) return [];
      const path = pathTo(level, node.uuid);
      if (old === undefined) return [{ effect: 'added', node, path, fields: [] }];
      const fields = compareNodes([old, pathFrom], [node, pathTo]);
      const effect = retired.has(node.uuid) ? 'retired' : 'changed';
      return fields.length === 0 ? [] : [{ effect, node, path, fields }];
    });
  });
  const backward = homeLevels.toReversed().flatMap((level) => {
    const kept = new Set(nodesOfLevel(to, level).map(({ uuid }) => uuid));
    const removed = nodesOfLevel(from, level).filter(({ uuid }) => !kept.has(uuid));
    return removed.map((node): HomeChange => ({
      effect: 'removed',
      node,
      path: pathFrom(level, node.uuid),
      fields: [],
    }));
  });
  return [...forward, ...backward];
}

type PathOf = (level: HomeLevel | undefined, uuid: string) => readonly string[];

/**
 * Compares the two states of a node. Each state has the path in its own home, because the parent may exist in only one
 * of the homes.
 */
function compareNodes(
  [old, pathFrom]: readonly [HomeNode, PathOf],
  [node, pathTo]: readonly [HomeNode, PathOf],
): readonly FieldChange[] {
  const before = new Map<string, string | null>(Object.entries(old));
  return Object.entries<string | null>({ ...node }).flatMap(([name, to]): FieldChange[] => {
    const from = before.get(name) ?? null;
    if (from === to) return [];
    if (name !== 'parentUUID') return [{ name, from, to }];
    const parentLevel = homeLevels[homeLevels.indexOf(node.level) - 1];
    const parent = (pathOf: PathOf, { parentUUID }: HomeNode) => pathOf(parentLevel, parentUUID).join(' > ');
    return [{ name: parentLevel ?? name, from: parent(pathFrom, old), to: parent(pathTo, node) }];
  });
}

function createPathOf(home: Home): PathOf {
  const nodes = new Map(home.map((node) => [`${node.level} ${node.uuid}`, node]));
  /** Caches the paths of places, because many rooms share one. */
  const known = new Map<string, readonly string[]>();
  return function pathOf(level, uuid): readonly string[] {
    const key = `${level} ${uuid}`;
    const node = nodes.get(key);
    if (node === undefined) return [];
    const path = known.get(key) ?? [
      ...pathOf(homeLevels[homeLevels.indexOf(node.level) - 1], node.parentUUID),
      node.displayName,
    ];
    if (level !== 'stream') known.set(key, path);
    return path;
  };
}
