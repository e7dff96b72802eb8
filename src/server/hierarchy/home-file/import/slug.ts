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
