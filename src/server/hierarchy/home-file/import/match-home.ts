/**
 * Matches each node of a file with a stored node: by uuid, otherwise by alias, otherwise by name under the same parent.
 */
import { randomUUID } from 'node:crypto';
import {
  childLevel,
  childrenOf,
  type FileHome,
  type FileNode,
  type Home,
  type HomeNode,
  type Level,
  type StreamNode,
} from '../home.ts';

/** A node as the import will store it. */
export interface PlannedNode {
  readonly node: HomeNode;
  /** The node is new, and the file gives it no alias. */
  readonly needsAlias: boolean;
  readonly place: string;
}

/** Returns all nodes of the file, parents first. Adds an error to `problems` for each node that is ambiguous. */
export function matchHome(file: FileHome, stored: Home, problems: string[]): readonly PlannedNode[] {
  const matches = createMatches(stored, problems);
  matches.claimUuids('client', file);
  const planned: PlannedNode[] = [];

  function visit(level: Level, siblings: readonly FileNode[], parentUUID: string): void {
    matches.matchByName(level, siblings, childrenOf(stored, level, parentUUID));
    for (const node of siblings) {
      const before = matches.storedNodeOf(level, node);
      const uuid = node.uuid ?? before?.uuid ?? randomUUID();
      planned.push(planNode(level, node, { uuid, parentUUID, before }));
      const below = childLevel(level);
      if (below === undefined) continue;
      // An alias identifies a location within its client, and a room within its location. Only with its uuid can a
      // location move to another client, and a room to another location.
      const children = childrenOf(stored, below, uuid);
      if (below === 'location') matches.matchByAlias(node.children, children);
      if (below === 'ward') {
        const streams = children.flatMap((ward) => childrenOf(stored, 'stream', ward.uuid));
        matches.matchByAlias(
          node.children.flatMap((ward) => ward.children),
          streams,
        );
      }
      visit(below, node.children, uuid);
    }
  }

  visit('client', file, '');
  return planned;
}

/** Pairs of a file node and the stored node that it means. Each stored node belongs to at most one pair. */
function createMatches(stored: Home, problems: string[]) {
  const keyOf = (level: Level, uuid: string) => `${level} ${uuid}`;
  const storedByKey = new Map(stored.map((node) => [keyOf(node.level, node.uuid), node]));
  const claimedAt = new Map<string, string>();
  const storedOf = new Map<FileNode, HomeNode>();

  const isOpen = (node: FileNode) => node.uuid === undefined && !storedOf.has(node);
  const isUnclaimed = (node: HomeNode) => !claimedAt.has(keyOf(node.level, node.uuid));

  function match(node: FileNode, found: HomeNode): void {
    storedOf.set(node, found);
    claimedAt.set(keyOf(found.level, found.uuid), node.place);
  }

  /** A uuid in the file takes precedence over aliases and names, so all uuids are claimed first. */
  function claimUuids(level: Level, nodes: readonly FileNode[]): void {
    for (const { uuid, place } of nodes) {
      if (uuid === undefined) continue;
      const other = claimedAt.get(keyOf(level, uuid));
      if (other === undefined) claimedAt.set(keyOf(level, uuid), place);
      else problems.push(`${place}: the uuid ${uuid} is already used by the ${level} at ${other}`);
    }
    const below = childLevel(level);
    const children = nodes.flatMap((node) => node.children);
    if (below !== undefined) claimUuids(below, children);
  }

  function matchByAlias(nodes: readonly FileNode[], candidates: readonly HomeNode[]): void {
    const byAlias = new Map(candidates.map((candidate) => [candidate.alias?.toLowerCase(), candidate]));
    for (const node of nodes) {
      const found = node.alias === undefined ? undefined : byAlias.get(node.alias.toLowerCase());
      if (found !== undefined && isOpen(node) && isUnclaimed(found)) match(node, found);
    }
  }

  function matchByName(level: Level, siblings: readonly FileNode[], candidates: readonly HomeNode[]): void {
    const placeOfName = new Map<string, string>();
    for (const node of siblings.filter(isOpen)) {
      const { displayName, alias, place } = node;
      const twin = placeOfName.get(displayName);
      if (twin !== undefined && alias === undefined) {
        problems.push(`${place}: there is another ${level} "${displayName}" at ${twin}: give one of them its uuid`);
        continue;
      }
      placeOfName.set(displayName, place);
      const found = candidates.filter((one) => one.displayName === displayName && isUnclaimed(one));
      const [first, another] = found;
      if (another !== undefined) {
        problems.push(`${place}: several ${level}s have the name "${displayName}": give the uuid of the ${level}`);
      } else if (first !== undefined) match(node, first);
    }
  }

  function storedNodeOf(level: Level, node: FileNode): HomeNode | undefined {
    return storedOf.get(node) ?? (node.uuid === undefined ? undefined : storedByKey.get(keyOf(level, node.uuid)));
  }

  return { claimUuids, matchByAlias, matchByName, storedNodeOf };
}

type Identity = Pick<HomeNode, 'uuid' | 'parentUUID'> & { readonly before: HomeNode | undefined };

/** A field that the file does not mention keeps its stored value. `before`: undefined if the node is new. */
function planNode(level: Level, file: FileNode, { before, ...identity }: Identity): PlannedNode {
  const { displayName, place } = file;
  const alias = file.alias ?? before?.alias ?? null;
  const hasAlias = level === 'location' || level === 'stream';
  const needsAlias = hasAlias && before === undefined && alias === null;
  const node = { ...identity, displayName, alias };
  if (level === 'stream') return { node: { level, ...node, ...planStream(file, before) }, needsAlias, place };
  return { node: { level, ...node }, needsAlias, place };
}

function planStream(file: FileNode, before: HomeNode | undefined): Pick<StreamNode, 'type' | 'status' | 'rules'> {
  const { type, status, rules } = before?.level === 'stream' ? before : newStream;
  return {
    type: file.type ?? type,
    status: file.status ?? status,
    // null removes the rules, undefined keeps them.
    rules: file.rules === undefined ? rules : file.rules,
  };
}

const newStream = { type: 'camera', status: 'ACTIVE', rules: null } as const;
