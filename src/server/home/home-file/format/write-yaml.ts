import { stringify } from 'yaml';
import { sortByDisplayName } from '../../../../domain/hierarchy.ts';
import {
  childLevelOf,
  type ChildrenLookup,
  createChildrenLookup,
  type Home,
  type HomeNode,
  type HomeLevel,
} from '../home.ts';

/** Writes a home as YAML. */
export function writeYamlHome(home: Home): string {
  return stringify({ clients: toDocuments(createChildrenLookup(home), 'client', '') }, { lineWidth: 0 });
}

function toDocuments(childrenOf: ChildrenLookup, level: HomeLevel, parentUUID: string): readonly object[] {
  const below = childLevelOf(level);
  return sortByDisplayName(childrenOf(level, parentUUID), 'en').map((node) => ({
    displayName: node.displayName,
    uuid: node.uuid,
    ...ownFields(node),
    ...(below !== undefined && { [`${below}s`]: toDocuments(childrenOf, below, node.uuid) }),
  }));
}

function ownFields(node: HomeNode): object {
  const alias = node.alias === null ? {} : { alias: node.alias };
  if (node.level === 'client') return alias;
  const rules: unknown = node.rules === null ? undefined : JSON.parse(node.rules);
  return node.level === 'stream'
    ? { ...alias, type: node.type, status: node.status, rules }
    : { ...alias, ...(rules !== undefined && { rules }) };
}
