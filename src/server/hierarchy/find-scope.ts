/** Finds the client, location or ward that an operator names: by its uuid, or by aliases or names with slashes between. */
import { type Scope, type ScopeLevel, scopeLevels } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../shared/operator-error.ts';

const maxListedNodes = 20;

export interface NamedScope {
  readonly scope: Scope;
  /** `Anker Care / Harbour House / Ward X` */
  readonly path: string;
}

interface Node {
  readonly level: ScopeLevel;
  readonly uuid: string;
  readonly path: string;
  /** All texts that name the node, in lower case. */
  readonly spellings: readonly string[];
}

export async function loadScopes(database: Database) {
  const nodes = await loadNodes(database);
  const nodeOf = (scope: Scope) => (scope.kind === 'everything' ? undefined : nodes.get(`${scope.kind}:${scope.uuid}`));
  return {
    /** `text` can start with `client:`, `location:` or `ward:`. Throws OperatorError unless exactly one node matches. */
    find: (text: string) => find([...nodes.values()], text),
    pathOf: (scope: Scope) => {
      if (scope.kind === 'everything') return scope.kind;
      return nodeOf(scope)?.path ?? `${scope.kind}:${scope.uuid} (does not exist)`;
    },
    isThere: (scope: Scope) => scope.kind === 'everything' || nodeOf(scope) !== undefined,
  };
}

async function loadNodes({ query }: Database): Promise<ReadonlyMap<string, Node>> {
  const clients = await query.selectFrom('client').selectAll().orderBy('display_name').execute();
  const locations = await query.selectFrom('location').selectAll().orderBy('display_name').execute();
  const wards = await query.selectFrom('ward').selectAll().orderBy('display_name').execute();
  const nodes = new Map<string, Node>();
  const add = (level: ScopeLevel, uuid: string, names: readonly string[], parent?: Node) => {
    const own = names.map((name) => name.toLowerCase());
    const withParent = own.flatMap((name) => (parent?.spellings ?? []).map((spelling) => `${spelling}/${name}`));
    const path = [...(parent === undefined ? [] : [parent.path]), names[0]].join(' / ');
    nodes.set(`${level}:${uuid}`, { level, uuid, path, spellings: [...own, ...withParent, uuid] });
  };
  for (const { uuid, display_name: name } of clients) add('client', uuid, [name]);
  for (const { uuid, display_name: name, alias, client_uuid } of locations) {
    add('location', uuid, alias === null ? [name] : [name, alias], nodes.get(`client:${client_uuid}`));
  }
  for (const { uuid, display_name: name, location_uuid } of wards) {
    add('ward', uuid, [name], nodes.get(`location:${location_uuid}`));
  }
  return nodes;
}

function find(nodes: readonly Node[], text: string): NamedScope {
  if (text === 'everything') return { scope: { kind: 'everything' }, path: 'everything' };
  const level = scopeLevels.find((one) => text.startsWith(`${one}:`));
  const name = level === undefined ? text : text.slice(level.length + 1);
  const spelling = name
    .trim()
    .replaceAll(/\s*\/\s*/g, '/')
    .toLowerCase();
  const candidates = nodes.filter((node) => level === undefined || node.level === level);
  const found = candidates.filter(({ spellings }) => spellings.includes(spelling));
  const [node, another] = found;
  if (another !== undefined)
    throw new OperatorError([`"${text}" can mean any of these:`, ...linesOf(found)].join('\n'));
  if (node !== undefined) return { scope: { kind: node.level, uuid: node.uuid }, path: node.path };
  const hidden = candidates.length - maxListedNodes;
  throw new OperatorError(
    [
      `There is no ${level ?? 'client, location or ward'} "${name}".`,
      ...(candidates.length > 0 ? ['There are:'] : []),
      ...linesOf(candidates.slice(0, maxListedNodes)),
      ...(hidden > 0 ? [`  and ${hidden} more`] : []),
    ].join('\n'),
  );
}

function linesOf(nodes: readonly Node[]): string[] {
  return nodes.map(({ level, uuid, path }) => `  ${level}:${uuid}  ${path}`);
}
