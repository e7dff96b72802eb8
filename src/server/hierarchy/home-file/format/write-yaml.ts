import { stringify } from 'yaml';
import { sortByDisplayName } from '../../../../domain/hierarchy.ts';
import { childLevel, childrenOf, type Home, type HomeNode, type Level } from '../home.ts';

/** Writes a home as YAML. */
export function writeYamlHome(home: Home): string {
  return stringify({ clients: toDocuments(home, 'client', '') }, { lineWidth: 0 });
}

function toDocuments(home: Home, level: Level, parentUUID: string): readonly object[] {
  const below = childLevel(level);
  return sortByDisplayName(childrenOf(home, level, parentUUID), 'en').map((node) => ({
    displayName: node.displayName,
    uuid: node.uuid,
    ...ownFields(node),
    ...(below !== undefined && { [`${below}s`]: toDocuments(home, below, node.uuid) }),
  }));
}

function ownFields(node: HomeNode): object {
  const alias = node.alias === null ? {} : { alias: node.alias };
  if (node.level !== 'stream') return alias;
  const { type, status, rules: text } = node;
  const rules: unknown = text === null ? undefined : JSON.parse(text);
  return { ...alias, type, status, rules };
}
