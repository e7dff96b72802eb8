/** The columns of a CSV home file, in their order. Each column holds one field of a client, location, ward or stream. */
export const csvColumns = [
  { name: 'client', level: 'client', field: 'displayName' },
  { name: 'clientUUID', level: 'client', field: 'uuid' },
  { name: 'location', level: 'location', field: 'displayName' },
  { name: 'locationUUID', level: 'location', field: 'uuid' },
  { name: 'locationAlias', level: 'location', field: 'alias' },
  { name: 'locationRules', level: 'location', field: 'rules' },
  { name: 'ward', level: 'ward', field: 'displayName' },
  { name: 'wardUUID', level: 'ward', field: 'uuid' },
  { name: 'wardRules', level: 'ward', field: 'rules' },
  { name: 'displayName', level: 'stream', field: 'displayName' },
  { name: 'uuid', level: 'stream', field: 'uuid' },
  { name: 'alias', level: 'stream', field: 'alias' },
  { name: 'type', level: 'stream', field: 'type' },
  { name: 'status', level: 'stream', field: 'status' },
  { name: 'rules', level: 'stream', field: 'rules' },
] as const;

export type CsvColumn = (typeof csvColumns)[number];

/**
 * Finds the column that a heading such as `Client`, `Ward UUID` or `Room` means, when somebody has written the first
 * line by hand.
 */
export function columnOfHeading(heading: string): CsvColumn | undefined {
  const wanted = heading.replaceAll(/[\s_-]/g, '').toLowerCase();
  const name = wanted === 'room' ? 'displayname' : wanted;
  return csvColumns.find((column) => column.name.toLowerCase() === name);
}

/** Returns the column of a field, for error messages. A field without a column has its own name. */
export function columnNameOf(level: CsvColumn['level'], field: PropertyKey | undefined): string {
  return csvColumns.find((column) => column.level === level && column.field === field)?.name ?? String(field);
}
