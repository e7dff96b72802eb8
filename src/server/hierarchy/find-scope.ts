/** A part of the hierarchy as an operator names it: by uuid, or by aliases and names with slashes between. */
import type { Scope, ScopeLevel } from '../../domain/user.ts';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../shared/operator-error.ts';

export interface NamedScope {
  readonly scope: Scope;
  /** `Anker Care / Harbour House / Ward X` */
  readonly path: string;
}

interface Node {
  readonly kind: ScopeLevel;
  readonly uuid: string;
  readonly path: readonly string[];
  /** Every way to write it, lower case. */
  readonly spellings: ReadonlySet<string>;
}

export interface Scopes {
  /** Throws ScopeError when it is none or several. `text`: optionally with `client:`, `location:` or `ward:` before it. */
  find(text: string): NamedScope;
  pathOf(scope: Scope): string;
  isThere(scope: Scope): boolean;
}

/** Nothing, or more than one, is meant. */
export class ScopeError extends OperatorError {}

export async function loadScopes({ query }: Database): Promise<Scopes> {
  const clients = await query.selectFrom('client').selectAll().orderBy('display_name').execute();
  const locations = await query.selectFrom('location').selectAll().orderBy('display_name').execute();
  const wards = await query.selectFrom('ward').selectAll().orderBy('display_name').execute();
  const known = new Map<string, Node>();
  const add = (kind: ScopeLevel, uuid: string, names: readonly string[], parent: Node | undefined) => {
    const own = names.map((name) => name.toLowerCase());
    const spellings = [...own, ...own.flatMap((name) => [...(parent?.spellings ?? [])].map((way) => `${way}/${name}`))];
    const path = [...(parent?.path ?? []), names[0] ?? ''];
    known.set(`${kind}:${uuid}`, { kind, uuid, path, spellings: new Set([...spellings, uuid]) });
  };
  for (const { uuid, display_name: name } of clients) add('client', uuid, [name], undefined);
  for (const { uuid, display_name: name, alias, client_uuid } of locations) {
    add('location', uuid, alias === null ? [name] : [name, alias], known.get(`client:${client_uuid}`));
  }
  for (const { uuid, display_name: name, location_uuid } of wards) {
    add('ward', uuid, [name], known.get(`location:${location_uuid}`));
  }
  const nodes = [...known.values()];

  return {
    find(text) {
      if (text === 'everything') return { scope: { kind: 'everything' }, path: 'everything' };
      const [, kind, name = ''] = /^(?:(client|location|ward):)?(.*)$/s.exec(text) ?? [];
      const wanted = name
        .trim()
        .replaceAll(/\s*\/\s*/g, '/')
        .toLowerCase();
      const found = nodes.filter((node) => (kind === undefined || node.kind === kind) && node.spellings.has(wanted));
      const [node, another] = found;
      if (node !== undefined && another === undefined) {
        return { scope: { kind: node.kind, uuid: node.uuid }, path: node.path.join(' / ') };
      }
      if (node !== undefined) throw new ScopeError([`"${text}" may be any of these:`, ...listed(found)].join('\n'));
      const those = nodes.filter((one) => kind === undefined || one.kind === kind);
      throw new ScopeError(
        [`There is no ${kind ?? 'client, location or ward'} "${name}".`, ...(those.length > 0 ? ['There are:'] : [])]
          .concat(listed(those.slice(0, 20)), those.length > 20 ? [`  and ${those.length - 20} more`] : [])
          .join('\n'),
      );
    },
    pathOf(scope) {
      if (scope.kind === 'everything') return scope.kind;
      const node = known.get(`${scope.kind}:${scope.uuid}`);
      return node === undefined ? `${scope.kind}:${scope.uuid} (is not there)` : node.path.join(' / ');
    },
    isThere: (scope) => scope.kind === 'everything' || known.has(`${scope.kind}:${scope.uuid}`),
  };
}

function listed(nodes: readonly Node[]): string[] {
  return nodes.map(({ kind, uuid, path }) => `  ${kind}:${uuid}  ${path.join(' / ')}`);
}
