import { type Home, type HomeNode, nodesOf } from '../home.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import type { PlannedNode } from './match-home.ts';

/**
 * Gives new locations and rooms an alias. The alias of a location is unique, that of a room is unique within its
 * location; upper and lower case count as equal. `kept`: stored nodes that the file does not mention. `hidden`: further
 * ones, whose names the problems must not tell. Adds aliases that are used twice to `problems`.
 */
export function assignAliases(
  planned: readonly PlannedNode[],
  { kept, hidden }: { readonly kept: Home; readonly hidden: Home },
  problems: FieldProblem[],
): HomeNode[] {
  const wards = nodesOf([...planned.map(({ node }) => node), ...kept, ...hidden], 'ward');
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
  /** The last number that was tried for a name, so that thousands of rooms with one name do not try all numbers. */
  const lastNumbers = new Map<string, number>();
  return planned.map(({ node, needsAlias }) => {
    if (!needsAlias) return node;
    const slug = slugOf(node.displayName, node.level === 'stream' ? 'room' : node.level);
    const base = keyOf(node, slug);
    let [alias, number] = [slug, lastNumbers.get(base) ?? 1];
    while (usedBy.has(keyOf(node, alias))) alias = `${slug}-${(number += 1)}`;
    lastNumbers.set(base, number);
    usedBy.set(keyOf(node, alias), ['alias-used', { name: node.displayName }]);
    return { ...node, alias };
  });
}

/** The reason why nobody else can have an alias. */
type AliasUse = readonly [
  code: 'alias-used' | 'alias-used-here' | 'alias-used-elsewhere',
  values: Readonly<Record<string, string>>,
];

/** Letters that Unicode does not decompose into a letter a to z and a mark. */
const spellings: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ð: 'd',
};

const maxSlugLength = 48;

/** `Zimmer 12 (Süd)` -> `zimmer-12-sud`. Returns `fallback` if the name has no letter a to z and no digit. */
export function slugOf(name: string, fallback: string): string {
  const ascii = name
    .toLowerCase()
    .replaceAll(/[ßøæœłđþð]/g, (letter) => spellings[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  const slug = ascii
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? fallback : slug;
}
