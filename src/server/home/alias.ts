/** Makes aliases of locations and rooms from their names. */

/** The spellings of letters that Unicode does not decompose into a letter a to z and a mark. */
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

/**
 * Makes an alias from a name: `Zimmer 12 (Süd)` -> `zimmer-12-sud`. Returns `fallback` if the name has no letter a to z
 * and no digit.
 */
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

/** Returns an unused alias: `room-1`; if that is used, `room-1-2` and so on. */
export function findFreeAlias(slug: string, isUsed: (alias: string) => boolean): string {
  let alias = slug;
  for (let number = 2; isUsed(alias); number += 1) alias = `${slug}-${number}`;
  return alias;
}
