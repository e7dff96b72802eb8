import type { AuditEntry, AuditSource } from '../../../audit/record-audit.ts';
import { type Home, type HomeNode, levels } from '../home.ts';
import type { Change } from './compare-homes.ts';

export interface ChangedHome {
  readonly changes: readonly Change[];
  readonly before: Home;
  readonly after: Home;
}

/**
 * Returns a function that makes the audit event of a change. A node that moves to another client has one event for each
 * of the two clients, because an administrator of a client sees the events of that client only.
 */
export function createAuditOf(
  { before, after }: Pick<ChangedHome, 'before' | 'after'>,
  source: AuditSource,
): (change: Change) => readonly AuditEntry[] {
  const [clientBefore, clientAfter] = [createClientOf(before), createClientOf(after)];
  return (change) => {
    const { node, effect } = change;
    const level = node.level === 'stream' ? 'room' : node.level;
    const clients = new Set([clientBefore(node), clientAfter(node)].filter((uuid) => uuid !== undefined));
    return [...clients].map((clientUUID) => ({
      ...source,
      action: actionOf(level, effect),
      object: { kind: level, id: node.uuid, name: node.displayName },
      clientUUID,
      ...valuesOf(change),
    }));
  };
}

type AuditedLevel = Exclude<HomeNode['level'], 'stream'> | 'room';

function actionOf(level: AuditedLevel, effect: Change['effect']) {
  switch (effect) {
    case 'added':
      return `${level}.add` as const;
    case 'removed':
      return `${level}.remove` as const;
    case 'retired':
      return 'room.retire';
    case 'changed':
      return `${level}.change` as const;
  }
}

/** All values of a node that was added or removed, otherwise those that have changed. */
function valuesOf({ effect, node, path, fields }: Change): Pick<AuditEntry, 'before' | 'after'> {
  if (effect === 'added' || effect === 'removed') {
    const { level: _level, uuid: _uuid, parentUUID: _parentUUID, ...values } = node;
    return { [effect === 'added' ? 'after' : 'before']: { ...values, place: path.slice(0, -1).join(' > ') } };
  }
  return {
    before: Object.fromEntries(fields.map(({ name, from }) => [name, from])),
    after: Object.fromEntries(fields.map(({ name, to }) => [name, to])),
  };
}

/** Returns undefined for a node that is not in this home. */
function createClientOf(home: Home) {
  const nodes = new Map(home.map((node) => [`${node.level} ${node.uuid}`, node]));
  /** The clients of places, because many rooms share one. */
  const known = new Map<string, string | undefined>();
  return function clientOf({ level, uuid }: Pick<HomeNode, 'level' | 'uuid'>): string | undefined {
    const key = `${level} ${uuid}`;
    const parentLevel = levels[levels.indexOf(level) - 1];
    const node = nodes.get(key);
    if (node === undefined || parentLevel === undefined) return node?.uuid;
    const client = known.get(key) ?? clientOf({ level: parentLevel, uuid: node.parentUUID });
    if (level !== 'stream') known.set(key, client);
    return client;
  };
}
