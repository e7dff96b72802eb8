/** Reads the places and rooms of a change as a part of a home file. */
import type * as z from 'zod/mini';
import type { HomeChange } from '../../../contract/manage/home-change.ts';
import type { FieldError } from '../../../contract/problem.ts';
import { requireFound } from '../../http/require-found.ts';
import { AppError } from '../../shared/app-error.ts';
import { validateInput } from '../../shared/validate-input.ts';
import { NodeFields } from '../home-file/format/home-schema.ts';
import { childLevel, type FileHome, type FileNode, type Home, type HomeNode, type Level } from '../home-file/home.ts';
import { keyOf } from './managed-home.ts';

export type HomeChangeRequest = z.output<typeof HomeChange>;

/** A place or room of the change, with the version that it was made from. */
export interface SentNode {
  readonly stored: HomeNode | undefined;
  readonly uuid: string;
  readonly version: string | undefined;
}

interface NodeChange {
  readonly uuid: string;
  readonly version?: string | undefined;
  readonly displayName?: string | undefined;
  readonly alias?: string | null | undefined;
  readonly [other: string]: unknown;
}

/**
 * `visible`: the part of the stored home that the user may see. `hidden`: the rest. Throws AppError `not-found` for a node
 * that does not exist and is not new either, `invalid-request` with the path of each invalid field.
 */
export function readChange({ clients = [] }: HomeChangeRequest, visible: Home, hidden: Home) {
  if (clients.length === 0) return { file: [], sent: [] };
  const storedByKey = new Map(visible.map((node) => [keyOf(node), node]));
  const hiddenKeys = new Set(hidden.map(keyOf));
  const sent: SentNode[] = [];
  const errors: z.infer<typeof FieldError>[] = [];

  function read(level: Level, nodes: readonly NodeChange[], path: string): FileHome {
    return nodes.flatMap((node, index): FileNode[] => {
      const place = `${path}[${index}]`;
      const uuid = node.uuid.toLowerCase();
      const key = keyOf({ level, uuid });
      const stored = storedByKey.get(key);
      const isNew = stored === undefined && node.version === undefined && node.displayName !== undefined;
      requireFound(stored ?? (isNew && !hiddenKeys.has(key) ? node : undefined));
      sent.push({ stored, uuid, version: node.version });
      const below = childLevel(level);
      const children = below === undefined ? [] : read(below, childrenOf(node, below), `${place}.${below}s`);
      const fields = readFields(level, { ...node, uuid, displayName: node.displayName ?? stored?.displayName }, place);
      return fields === undefined ? [] : [{ ...fields, place, children }];
    });
  }

  function readFields(level: Level, node: NodeChange, place: string) {
    const { version: _version, [`${childLevel(level)}s`]: _children, alias, ...rest } = node;
    const checked = validateInput(NodeFields[level], { ...rest, ...(typeof alias === 'string' && { alias }) }, place);
    if ('value' in checked) return { ...checked.value, ...(alias === null && { alias }) };
    errors.push(...checked.errors.map(({ field, ...reason }) => ({ field: `${place}.${field}`, ...reason })));
    return undefined;
  }

  const file = read('client', clients, 'clients');
  if (errors.length > 0) throw new AppError('invalid-request', { errors });
  return { file, sent };
}

function childrenOf(node: NodeChange, below: Level): readonly NodeChange[] {
  const children = node[`${below}s`];
  return Array.isArray(children) ? children.filter(isNodeChange) : [];
}

/** The contract has checked the whole change, so this is true for each of its nodes. */
function isNodeChange(value: unknown): value is NodeChange {
  return typeof value === 'object' && value !== null && 'uuid' in value;
}
