import { type Home, type HomeNode, nodesOf } from '../home.ts';
import type { PlannedNode } from './match-home.ts';

/**
 * Gives new locations and rooms an alias. The alias of a location is unique, that of a room is unique within its
 * location; upper and lower case count as equal. `kept`: stored nodes that the file does not mention.
 * Adds aliases that are used twice to `problems`.
 */
export function assignAliases(planned: readonly PlannedNode[], kept: Home, problems: string[]): HomeNode[] {
  const wards = nodesOf([...planned.map(({ node }) => node), ...kept], 'ward');
  const locationOfWard = new Map(wards.map(({ uuid, parentUUID }) => [uuid, parentUUID]));
  const usedBy = new Map<string, string>();
  const keyOf = (node: HomeNode, alias: string) => {
    const scope = node.level === 'stream' ? locationOfWard.get(node.parentUUID) : node.level;
    return `${scope} ${alias.toLowerCase()}`;
  };

  for (const node of kept) {
    if (node.alias !== null) {
      usedBy.set(keyOf(node, node.alias), `the ${node.level} "${node.displayName}"`);
    }
  }
  for (const { node, place } of planned) {
    if (node.alias === null) continue;
    const key = keyOf(node, node.alias);
    const other = usedBy.get(key);
    if (other !== undefined) {
      problems.push(`${place}: the alias "${node.alias}" is already used by ${other}: give another alias, or the uuid`);
    }
    usedBy.set(key, `the ${node.level} at ${place}`);
  }
  return planned.map(({ node, needsAlias }) => {
    if (!needsAlias) return node;
    const slug = slugOf(node.displayName, node.level === 'stream' ? 'room' : node.level);
    const candidates = [slug, ...Array.from({ length: usedBy.size }, (_, index) => `${slug}-${index + 2}`)];
    const alias = candidates.find((candidate) => !usedBy.has(keyOf(node, candidate))) ?? slug;
    usedBy.set(keyOf(node, alias), node.displayName);
    return { ...node, alias };
  });
}

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
