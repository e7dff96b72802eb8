/** A name as a device or an address can spell it. */

const spelt: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', þ: 'th', ð: 'd' };

const longest = 48;

/** `Zimmer 12 (Süd)` -> `zimmer-12-sud`. Where nothing of the name can be spelt: `fallback`. */
export function slugOf(name: string, fallback: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[ßøæœłđþð]/g, (letter) => spelt[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? fallback : slug;
}

/** With a number behind it if it is taken. `taken` holds lower case. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
