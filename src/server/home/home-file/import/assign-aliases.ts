import { findFreeAlias, slugOf } from '../../alias.ts';
import { type Home, type HomeNode, nodesOfLevel } from '../home.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import type { PlannedNode } from './match-home.ts';

/**
 * Gives new locations and rooms an alias. An alias of a location is unique; one of a room is unique within its
 * location. Upper and lower case count as equal. Adds an alias that is used twice to `problems`. `kept`: stored nodes
 * that the file does not mention. `hidden`: stored nodes whose names must not appear in the problems.
 */
export function assignAliases(
  planned: readonly PlannedNode[],
  { kept, hidden }: { readonly kept: Home; readonly hidden: Home },
  problems: FieldProblem[],
): HomeNode[] {
  const wards = nodesOfLevel([...planned.map(({ node }) => node), ...kept, ...hidden], 'ward');
  const locationOfWard = new Map(wards.map(({ uuid, parentUUID }) => [uuid, parentUUID]));
  const usedBy = new Map<string, AliasUse>();
  const keyOf = (node: HomeNode, alias: string) => {
    const scope = node.level === 'stream' ? locationOfWard.get(node.parentUUID) : node.level;
    return `${scope} ${alias.toLowerCase()}`;
  };

  for (const node of kept) {
    if (node.alias !== null) usedBy.set(keyOf(node, node.alias), ['alias-used', { name: node.displayName }]);
  }
  for (const node of hidden) {
    if (node.alias !== null) usedBy.set(keyOf(node, node.alias), ['alias-used-elsewhere', {}]);
  }
  for (const { node, place } of planned) {
    if (node.alias === null) continue;
    const key = keyOf(node, node.alias);
    const other = usedBy.get(key);
    if (other !== undefined) {
      const [code, values] = other;
      problems.push(fieldProblem(place, code, { ...values, alias: node.alias, level: node.level }));
    }
    usedBy.set(key, ['alias-used-here', { place }]);
  }
  return planned.map(({ node, needsAlias }) => {
    if (!needsAlias) return node;
    const slug = slugOf(node.displayName, node.level === 'stream' ? 'room' : node.level);
    const alias = findFreeAlias(slug, (one) => usedBy.has(keyOf(node, one)));
    usedBy.set(keyOf(node, alias), ['alias-used', { name: node.displayName }]);
    return { ...node, alias };
  });
}

/** Why a node cannot have an alias: the node that uses it already. */
type AliasUse = readonly [
  code: 'alias-used' | 'alias-used-here' | 'alias-used-elsewhere',
  values: Readonly<Record<string, string>>,
];
