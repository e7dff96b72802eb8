/**
 * Cells that a spreadsheet would take for a formula get an apostrophe before them, and lose it on the
 * way back. One more where there are some already, so that no text comes back as another one.
 */
const looksLikeFormula = /^'*[=+\-@\t\r＝＋－＠]/;
const wasMadeSafe = /^'+[=+\-@\t\r＝＋－＠]/;

export function safeCell(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

export function cellText(cell: string): string {
  return wasMadeSafe.test(cell) ? cell.slice(1) : cell;
}

/** In the order of an exported file. */
export const columns = [
  'client',
  'clientUUID',
  'location',
  'locationUUID',
  'locationAlias',
  'ward',
  'wardUUID',
  'displayName',
  'uuid',
  'alias',
  'type',
  'status',
  'rules',
] as const;
export type Column = (typeof columns)[number];
