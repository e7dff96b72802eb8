/** The columns of a CSV file: which field of which level each of them holds, in the order of an export. */
export const columns = [
  { name: 'client', level: 'client', field: 'displayName' },
  { name: 'clientUUID', level: 'client', field: 'uuid' },
  { name: 'location', level: 'location', field: 'displayName' },
  { name: 'locationUUID', level: 'location', field: 'uuid' },
  { name: 'locationAlias', level: 'location', field: 'alias' },
  { name: 'ward', level: 'ward', field: 'displayName' },
  { name: 'wardUUID', level: 'ward', field: 'uuid' },
  { name: 'displayName', level: 'stream', field: 'displayName' },
  { name: 'uuid', level: 'stream', field: 'uuid' },
  { name: 'alias', level: 'stream', field: 'alias' },
  { name: 'type', level: 'stream', field: 'type' },
  { name: 'status', level: 'stream', field: 'status' },
  { name: 'rules', level: 'stream', field: 'rules' },
] as const;

export type Column = (typeof columns)[number];

/** The name of a column, for a message. */
export function columnName(level: Column['level'], field: PropertyKey | undefined): string {
  return columns.find((column) => column.level === level && column.field === field)?.name ?? String(field);
}

/** A spreadsheet runs such a cell as a formula. */
const looksLikeFormula = /^'*[=+\-@\t\r＝＋－＠]/;
const isEscaped = /^'+[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe in front of a formula. A text that already has one gets another, so that `unescapeCell` is exact. */
export function escapeCell(text: string): string {
  return looksLikeFormula.test(text) ? `'${text}` : text;
}

export function unescapeCell(cell: string): string {
  return isEscaped.test(cell) ? cell.slice(1) : cell;
}
