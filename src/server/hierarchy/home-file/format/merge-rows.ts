import type { FileFields, FileHome, FileNode, Level } from '../home.ts';
import { columnName } from './csv-columns.ts';

export interface Row {
  readonly place: string;
  /** The nodes of the row, from the client down. A node with invalid cells is left out. */
  readonly nodes: readonly { readonly level: Level; readonly fields: FileFields }[];
}

interface MutableNode extends FileNode {
  uuid: string | undefined;
  alias?: string | undefined;
  readonly children: MutableNode[];
}

/**
 * Merges rows with the same client, location or ward into one tree. Rows mean the same node if the uuid is equal,
 * or the name if one of them has no uuid. Adds contradictions to `problems`.
 */
export function mergeRows(rows: readonly Row[], problems: string[]): FileHome {
  const clients: MutableNode[] = [];
  // A row without a uuid can mean a node whose uuid another row gives. Rows with more uuids are merged first.
  for (const { nodes, place } of rows.toSorted((a, b) => countUuids(b) - countUuids(a))) {
    let siblings = clients;
    for (const { level, fields } of nodes) {
      const found = level === 'stream' ? undefined : findSibling(siblings, level, fields, place, problems);
      const node = found ?? { ...fields, uuid: fields.uuid, place, children: [] };
      if (found === undefined) siblings.push(node);
      siblings = node.children;
    }
  }
  return clients;
}

function countUuids({ nodes }: Row): number {
  return nodes.filter(({ level, fields }) => level !== 'stream' && fields.uuid !== undefined).length;
}

function findSibling(
  siblings: readonly MutableNode[],
  level: Level,
  { displayName, uuid, alias }: FileFields,
  place: string,
  problems: string[],
): MutableNode | undefined {
  const candidates = siblings.filter((other) =>
    uuid === undefined || other.uuid === undefined ? other.displayName === displayName : other.uuid === uuid,
  );
  const [found, another] = candidates;
  if (found === undefined) return undefined;
  if (another !== undefined && uuid === undefined) {
    problems.push(
      `${place}, ${level}: several ${level}s have the name "${displayName}": give the ${columnName(level, 'uuid')}`,
    );
  }
  if (found.displayName !== displayName) {
    problems.push(`${place}, ${level}: is "${displayName}" here and "${found.displayName}" at ${found.place}`);
  }
  if (alias !== undefined && found.alias !== undefined && alias !== found.alias) {
    problems.push(`${place}, ${columnName(level, 'alias')}: is "${alias}" here and "${found.alias}" at ${found.place}`);
  }
  found.uuid ??= uuid;
  found.alias ??= alias;
  return found;
}
