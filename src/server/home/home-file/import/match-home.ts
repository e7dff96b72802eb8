/**
 * Matches each node of a file with a stored node: by uuid, otherwise by alias, otherwise by name under the same parent.
 */
import { randomUUID } from 'node:crypto';
import {
  childLevelOf,
  createChildrenLookup,
  type FileHome,
  type FileNode,
  type Home,
  type HomeNode,
  type HomeLevel,
  type StreamNode,
} from '../home.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';

/** A node after the import. */
export interface PlannedNode {
  readonly node: HomeNode;
  /** Whether the node is new and has no alias in the file. */
  readonly needsAlias: boolean;
  readonly place: string;
}

/** Returns all nodes of the file, parents first. Adds an error to `problems` for each node that is ambiguous. */
export function matchHome(file: FileHome, stored: Home, problems: FieldProblem[]): readonly PlannedNode[] {
  if (file.length === 0) return [];
  const matches = createMatches(stored, problems);
  const childrenOf = createChildrenLookup(stored);
  matches.claimUuids('client', file);
  const planned: PlannedNode[] = [];

  function visit(level: HomeLevel, siblings: readonly FileNode[], parentUUID: string): void {
    matches.matchByName(level, siblings, childrenOf(level, parentUUID));
    for (const node of siblings) {
      const before = matches.storedNodeOf(level, node);
      const uuid = node.uuid ?? before?.uuid ?? randomUUID();
      planned.push(planNode(level, node, { uuid, parentUUID, before }));
      const below = childLevelOf(level);
      if (below === undefined) continue;
      // An alias identifies a location within its client, and a room within its location. Only with its uuid can a
      // location move to another client, and a room to another location.
      const children = childrenOf(below, uuid);
      if (below === 'location') matches.matchByAlias(node.children, children);
      if (below === 'ward') {
        const streams = children.flatMap((ward) => childrenOf('stream', ward.uuid));
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
function createMatches(stored: Home, problems: FieldProblem[]) {
  const keyOf = (level: HomeLevel, uuid: string) => `${level} ${uuid}`;
  const storedByKey = new Map(stored.map((node) => [keyOf(node.level, node.uuid), node]));
  const claimedAt = new Map<string, string>();
  const storedOf = new Map<FileNode, HomeNode>();

  const isOpen = (node: FileNode) => node.uuid === undefined && !storedOf.has(node);
  const isUnclaimed = (node: HomeNode) => !claimedAt.has(keyOf(node.level, node.uuid));

  function match(node: FileNode, found: HomeNode): void {
    storedOf.set(node, found);
    claimedAt.set(keyOf(found.level, found.uuid), node.place);
  }

  /** Matches by uuid first, because a uuid in the file takes precedence over aliases and names. */
  function claimUuids(level: HomeLevel, nodes: readonly FileNode[]): void {
    for (const { uuid, place } of nodes) {
      if (uuid === undefined) continue;
      const other = claimedAt.get(keyOf(level, uuid));
      if (other === undefined) claimedAt.set(keyOf(level, uuid), place);
      else problems.push(fieldProblem(place, 'uuid-used', { uuid, level, place: other }));
    }
    const below = childLevelOf(level);
    const children = nodes.flatMap((node) => node.children);
    if (below !== undefined) claimUuids(below, children);
  }

  function matchByAlias(nodes: readonly FileNode[], candidates: readonly HomeNode[]): void {
    const byAlias = new Map(candidates.map((candidate) => [candidate.alias?.toLowerCase(), candidate]));
    for (const node of nodes) {
      const found = typeof node.alias === 'string' ? byAlias.get(node.alias.toLowerCase()) : undefined;
      if (found !== undefined && isOpen(node) && isUnclaimed(found)) match(node, found);
    }
  }

  function matchByName(level: HomeLevel, siblings: readonly FileNode[], candidates: readonly HomeNode[]): void {
    const placeOfName = new Map<string, string>();
    const candidatesOf = Map.groupBy(candidates, ({ displayName }) => displayName);
    for (const node of siblings.filter(isOpen)) {
      const { displayName, alias, place } = node;
      const twin = placeOfName.get(displayName);
      if (twin !== undefined && alias === undefined) {
        problems.push(fieldProblem(place, 'same-name', { level, name: displayName, place: twin }));
        continue;
      }
      placeOfName.set(displayName, place);
      const [first, another] = (candidatesOf.get(displayName) ?? []).filter(isUnclaimed);
      if (another !== undefined) {
        const values = { level, name: displayName, column: `uuid of the ${level}` };
        problems.push(fieldProblem(place, 'several-with-name', values));
      } else if (first !== undefined) match(node, first);
    }
  }

  function storedNodeOf(level: HomeLevel, node: FileNode): HomeNode | undefined {
    return storedOf.get(node) ?? (node.uuid === undefined ? undefined : storedByKey.get(keyOf(level, node.uuid)));
  }

  return { claimUuids, matchByAlias, matchByName, storedNodeOf };
}

type Identity = Pick<HomeNode, 'uuid' | 'parentUUID'> & { readonly before: HomeNode | undefined };

/**
 * Combines a node of the file with the stored one. A field that the file does not mention keeps its stored value.
 * `before`: undefined if the node is new.
 */
function planNode(level: HomeLevel, file: FileNode, { before, ...identity }: Identity): PlannedNode {
  const { displayName, place } = file;
  const alias = file.alias === undefined ? (before?.alias ?? null) : file.alias;
  const hasAlias = level === 'location' || level === 'stream';
  const needsAlias = hasAlias && before === undefined && file.alias === undefined;
  const node = { ...identity, displayName, alias };
  if (level === 'client') return { node: { level, ...node }, needsAlias, place };
  const storedRules = before === undefined || before.level === 'client' ? null : before.rules;
  // Null removes the stored rules, undefined keeps them.
  const rules = file.rules === undefined ? storedRules : file.rules;
  if (level !== 'stream') return { node: { level, ...node, rules }, needsAlias, place };
  return { node: { level, ...node, rules, ...planStream(file, before) }, needsAlias, place };
}

function planStream(file: FileNode, before: HomeNode | undefined): Pick<StreamNode, 'type' | 'status'> {
  const { type, status } = before?.level === 'stream' ? before : newStream;
  return { type: file.type ?? type, status: file.status ?? status };
}

const newStream = { type: 'camera', status: 'ACTIVE' } as const;
