import type { ChangedHome } from '../home-file/import/audit-of-changes.ts';
import { type HomeNode, type Level, levels } from '../home-file/home.ts';
import { countRooms, keyOf, versionWithRules } from './managed-home.ts';

/** The undo of a larger change would not fit into the limit of a body. */
const maxUndoneChanges = 3_000;

interface UndoNode {
  uuid: string;
  [field: string]: unknown;
}

/** The change that undoes a change, in the form of the contract. Null: nothing has changed, or too much. */
export function undoOf({ changes, before, after }: ChangedHome): object | null {
  if (changes.length === 0 || changes.length > maxUndoneChanges) return null;
  const old = new Map(before.map((node) => [keyOf(node), node]));
  const current = new Map(after.map((node) => [keyOf(node), node]));
  const clients: UndoNode[] = [];
  const written = new Map<string, UndoNode>();

  /** The node in the tree of the undo, below the place where it was before. */
  function nodeAt(level: Level, uuid: string): UndoNode {
    const key = keyOf({ level, uuid });
    const found = written.get(key);
    if (found !== undefined) return found;
    const node: UndoNode = { uuid };
    written.set(key, node);
    const above = levels[levels.indexOf(level) - 1];
    const parentUUID = old.get(key)?.parentUUID;
    if (above === undefined || parentUUID === undefined) clients.push(node);
    else addChild(nodeAt(above, parentUUID), level, node);
    return node;
  }

  for (const { effect, node } of changes) {
    const stored = old.get(keyOf(node));
    if (effect === 'added' || stored === undefined) continue;
    const now = current.get(keyOf(node));
    Object.assign(nodeAt(node.level, node.uuid), valuesOf(stored), now && { version: versionWithRules(now) });
  }
  const roomCounts = countRooms(after);
  const added = changes.filter(({ effect }) => effect === 'added').map(({ node }) => node);
  const remove = added.map((node) => ({
    level: node.level,
    uuid: node.uuid,
    version: versionWithRules(node),
    ...(node.level !== 'stream' && { rooms: roomCounts.get(keyOf(node)) ?? 0 }),
  }));
  return { clients, remove };
}

function addChild(parent: UndoNode, level: Level, child: UndoNode): void {
  const children = parent[`${level}s`];
  if (Array.isArray(children)) children.push(child);
  else parent[`${level}s`] = [child];
}

function valuesOf(node: HomeNode): object {
  const { displayName, alias } = node;
  if (node.level === 'client') return { displayName };
  const parsed: unknown = node.rules === null ? {} : JSON.parse(node.rules);
  if (node.level === 'ward') return { displayName, rules: parsed };
  if (node.level === 'location') return { displayName, alias, rules: parsed };
  return { displayName, alias, rules: parsed, type: node.type, status: node.status };
}
