/** The hierarchy from CSV: a row a stream, with the line of everything that is wrong. */
import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { checkFields, rulesText } from './check-fields.ts';
import { cellText, type Column, columns } from './csv-cells.ts';
import { gatherRows, type CsvRow } from './gather-rows.ts';
import { ClientFields, LocationFields, StreamFields, WardFields } from './home-schema.ts';
import { type DescribedHome, HomeFileError } from './home.ts';

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

type Cells = Readonly<Partial<Record<Column, string>>>;

/** Throws HomeFileError. */
export function readCsvHome(text: string): DescribedHome {
  const [head, ...records] = parseRecords(text);
  if (head === undefined) throw new HomeFileError(['line 1: the names of the columns are missing']);
  const names = columnsOf(head.record);
  const problems: string[] = [];
  const rows = records.flatMap(({ record, info: { lines } }): CsvRow[] => {
    const place = `line ${lines}`;
    if (record.length !== names.length) {
      problems.push(`${place}: has ${record.length} cells, and the first line names ${names.length}`);
      return [];
    }
    const cells: Cells = Object.fromEntries(
      names.flatMap((name, index) => {
        const cell = cellText(record[index] ?? '').trim();
        return cell === '' ? [] : [[name, cell]];
      }),
    );
    const row = rowOf(cells, place, problems);
    return row === undefined ? [] : [row];
  });
  const home = gatherRows(rows, problems);
  if (problems.length > 0) throw new HomeFileError(problems);
  return home;
}

function parseRecords(text: string): z.infer<typeof Records> {
  const [firstLine = ''] = text.split('\n', 1);
  // Spreadsheets of many countries write semicolons.
  const delimiter = [',', ';', '\t'].find((character) => firstLine.includes(character)) ?? ',';
  try {
    return Records.parse(
      parse(text, { bom: true, delimiter, info: true, relax_column_count: true, skip_records_with_empty_values: true }),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The package says the line in its message.
    throw new HomeFileError([error.message]);
  }
}

function columnsOf(head: readonly string[]): readonly Column[] {
  const names = head.map((name) => name.trim());
  const known = names.flatMap((name) => columns.filter((column) => column === name));
  const problems = [
    ...names.filter((name) => !columns.some((column) => column === name)).map((name) => `${name}: is no known column`),
    ...known.filter((name, index) => known.indexOf(name) !== index).map((name) => `${name}: is there twice`),
    ...(['client', 'location', 'ward', 'displayName'] as const)
      .filter((column) => !known.includes(column))
      .map((column) => `${column}: is missing`),
  ];
  if (problems.length > 0) {
    throw new HomeFileError([
      ...problems.map((problem) => `line 1, ${problem}`),
      `The columns are ${columns.join(', ')}.`,
    ]);
  }
  return known;
}

function rowOf(cells: Cells, place: string, problems: string[]): CsvRow | undefined {
  const check = <T extends z.ZodMiniType>(schema: T, fields: Readonly<Record<string, unknown>>, names: Names) => {
    if (Object.values(fields).every((value) => value === undefined)) return undefined;
    const checked = checkFields(schema, fields);
    if ('value' in checked) return checked.value;
    for (const { path, reason } of checked.problems) {
      const [field = ''] = path;
      const more = path.length > 1 ? `.${path.slice(1).join('.')}` : '';
      problems.push(`${place}, ${names[String(field)] ?? String(field)}${more}: ${reason}`);
    }
    return undefined;
  };
  const { rules, displayName, uuid, alias, type, status } = cells;
  const client = check(ClientFields, { displayName: cells.client, uuid: cells.clientUUID }, clientNames);
  const location = check(
    LocationFields,
    { displayName: cells.location, uuid: cells.locationUUID, alias: cells.locationAlias },
    locationNames,
  );
  const ward = check(WardFields, { displayName: cells.ward, uuid: cells.wardUUID }, wardNames);
  const own = { displayName, uuid, alias, type, status, rules: rules === undefined ? rules : jsonOf(rules) };
  const stream = check(StreamFields, own, {});
  const missing = [
    ...(cells.client === undefined && cells.clientUUID === undefined ? ['client'] : []),
    ...(cells.location === undefined && (cells.ward ?? cells.locationUUID) !== undefined ? ['location'] : []),
    ...(cells.ward === undefined && displayName !== undefined ? ['ward', ...(cells.location ? [] : ['location'])] : []),
  ];
  for (const column of new Set(missing)) problems.push(`${place}, ${column}: is missing`);
  if (client === undefined || missing.length > 0) return undefined;
  return { place, client, location, ward, stream: stream && { ...stream, rules: rulesText(stream.rules), place } };
}

type Names = Readonly<Record<string, string>>;
const clientNames: Names = { displayName: 'client', uuid: 'clientUUID' };
const locationNames: Names = { displayName: 'location', uuid: 'locationUUID', alias: 'locationAlias' };
const wardNames: Names = { displayName: 'ward', uuid: 'wardUUID' };

/** What is no JSON stays text, which the schema refuses by the name of its column. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
