/**
 * Finds the place that an operator names: by its uuid, or by a path of aliases or names, such as `Harbour House/Ward
 * X`.
 */
import { type Scope, scopeLevels } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { type Home, type HomeNode, type Level, levels, nodesOf } from './home-file/home.ts';
import { loadHome } from './home-file/load-home.ts';

const maxListedNodes = 20;

export interface NamedScope {
  readonly scope: Scope;
  /** `Anker Care / Harbour House / Ward X` */
  readonly path: string;
}

interface NamedNode {
  readonly node: HomeNode;
  readonly path: string;
  /** All texts that name the node, in lower case. */
  readonly spellings: readonly string[];
}

export async function loadScopes(database: Database) {
  const nodes = nameNodes(await loadHome(database.query));
  const nodeOf = (scope: Scope) => (scope.kind === 'everything' ? undefined : nodes.get(`${scope.kind}:${scope.uuid}`));
  return {
    /** `text` can start with `client:`, `location:` or `ward:`. Throws OperatorError unless exactly one node matches. */
    find: (text: string): NamedScope => {
      if (text === 'everything') return { scope: { kind: 'everything' }, path: 'everything' };
      const { node, path } = find([...nodes.values()], text, scopeLevels);
      if (node.level === 'stream') throw new Error('a room is no scope');
      return { scope: { kind: node.level, uuid: node.uuid }, path };
    },
    pathOf: (scope: Scope) => {
      if (scope.kind === 'everything') return scope.kind;
      return nodeOf(scope)?.path ?? `${scope.kind}:${scope.uuid} (does not exist)`;
    },
    isThere: (scope: Scope) => scope.kind === 'everything' || nodeOf(scope) !== undefined,
  };
}

/** Finds a client, location, ward or room. Throws OperatorError unless exactly one matches. */
export function findNode(home: Home, text: string): { readonly node: HomeNode; readonly path: string } {
  return find([...nameNodes(home).values()], text, levels);
}

const collator = new Intl.Collator('en', { numeric: true });

function nameNodes(home: Home): ReadonlyMap<string, NamedNode> {
  const named = new Map<string, NamedNode>();
  for (const [index, level] of levels.entries()) {
    const above = levels[index - 1];
    for (const node of nodesOf(home, level)) {
      const { uuid, displayName, alias, parentUUID } = node;
      const parent = named.get(`${above}:${parentUUID}`);
      // Devices write `location/room`, without the ward.
      const parents = level === 'stream' ? [parent, named.get(`location:${parent?.node.parentUUID}`)] : [parent];
      const own = [displayName, ...(alias === null ? [] : [alias])].map((name) => name.toLowerCase());
      const withParent = parents.flatMap((one) =>
        (one?.spellings ?? []).flatMap((spelling) => own.map((name) => `${spelling}/${name}`)),
      );
      const path = parent === undefined ? displayName : `${parent.path} / ${displayName}`;
      named.set(`${level}:${uuid}`, { node, path, spellings: [...own, ...withParent, uuid] });
    }
  }
  return named;
}

function find(nodes: readonly NamedNode[], text: string, allowed: readonly Level[]): NamedNode {
  const chosen = allowed.find((one) => text.startsWith(`${one}:`));
  const name = chosen === undefined ? text : text.slice(chosen.length + 1);
  const spelling = name
    .trim()
    .replaceAll(/\s*\/\s*/g, '/')
    .toLowerCase();
  const candidates = nodes.filter(({ node }) =>
    chosen === undefined ? allowed.includes(node.level) : node.level === chosen,
  );
  const found = candidates.filter(({ spellings }) => spellings.includes(spelling));
  const [match, another] = found;
  if (match === undefined) throw new OperatorError(unknownText(chosen, name, allowed, candidates));
  if (another !== undefined) {
    throw new OperatorError([`"${text}" can mean any of these:`, ...linesOf(found)].join('\n'));
  }
  return match;
}

function unknownText(
  chosen: Level | undefined,
  name: string,
  allowed: readonly Level[],
  candidates: readonly NamedNode[],
): string {
  const words = allowed.map((level) => (level === 'stream' ? 'room' : level));
  const kind = chosen === 'stream' ? 'room' : (chosen ?? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`);
  return [
    `There is no ${kind} "${name}".`,
    ...(candidates.length > 0 ? ['There are:'] : []),
    ...linesOf(candidates),
  ].join('\n');
}

function linesOf(nodes: readonly NamedNode[]): string[] {
  const sorted = nodes.toSorted((a, b) => collator.compare(a.path, b.path));
  const hidden = sorted.length - maxListedNodes;
  return [
    ...sorted.slice(0, maxListedNodes).map(({ node, path }) => `  ${node.level}:${node.uuid}  ${path}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
  ];
}
