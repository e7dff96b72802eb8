import type { FileNodeFields, FileHome, FileNode, HomeLevel } from '../home.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import { columnNameOf } from './csv-columns.ts';

export interface CsvRow {
  readonly place: string;
  /** The nodes of the row, from the client down. A node with invalid cells is left out. */
  readonly nodes: readonly { readonly level: HomeLevel; readonly fields: FileNodeFields }[];
}

interface MutableNode extends FileNode {
  uuid: string | undefined;
  alias?: string | null | undefined;
  rules?: string | null | undefined;
  readonly children: MutableNode[];
}

/**
 * Merges rows with the same client, location or ward into one tree. Rows mean the same node if the uuid is equal,
 * or the name if one of them has no uuid. Adds contradictions to `problems`.
 */
export function mergeRows(rows: readonly CsvRow[], problems: FieldProblem[]): FileHome {
  const clients: MutableNode[] = [];
  // Merges the rows with the most uuids first, because a row without a uuid may mean a node whose uuid is in another
  // row.
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

function countUuids({ nodes }: CsvRow): number {
  return nodes.filter(({ level, fields }) => level !== 'stream' && fields.uuid !== undefined).length;
}

function findSibling(
  siblings: readonly MutableNode[],
  level: HomeLevel,
  fields: FileNodeFields,
  place: string,
  problems: FieldProblem[],
): MutableNode | undefined {
  const { displayName, uuid } = fields;
  const candidates = siblings.filter((other) =>
    uuid === undefined || other.uuid === undefined ? other.displayName === displayName : other.uuid === uuid,
  );
  const [found, another] = candidates;
  if (found === undefined) return undefined;
  if (another !== undefined && uuid === undefined) {
    const values = { level, name: displayName, column: columnNameOf(level, 'uuid') };
    problems.push(fieldProblem(`${place}, ${level}`, 'several-with-name', values));
  }
  if (found.displayName !== displayName) {
    const values = { here: displayName, there: found.displayName, place: found.place };
    problems.push(fieldProblem(`${place}, ${level}`, 'contradiction', values));
  }
  found.uuid ??= uuid;
  problems.push(
    ...mergeSetting(found, fields, 'alias', level, place),
    ...mergeSetting(found, fields, 'rules', level, place),
  );
  return found;
}

/**
 * Adds the setting of a row to its node. Undefined: the row does not mention the setting. Null removes stored rules.
 * Returns the contradiction between rows, if any.
 */
function mergeSetting(
  found: MutableNode,
  fields: FileNodeFields,
  setting: 'alias' | 'rules',
  level: HomeLevel,
  place: string,
): readonly FieldProblem[] {
  const [here, there] = [fields[setting], found[setting]];
  if (here === undefined || here === there) return [];
  if (there === undefined) {
    Object.assign(found, { [setting]: here });
    return [];
  }
  const values = { here: here ?? '{}', there: there ?? '{}', place: found.place };
  return [fieldProblem(`${place}, ${columnNameOf(level, setting)}`, 'contradiction', values)];
}
