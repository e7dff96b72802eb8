/** Reads a home from CSV. Each row is one stream; a client, location or ward without children has its own row. */
import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { validateInput } from '../../../shared/validate-input.ts';
import { type FileHome, HomeFileError, type Level, levels } from '../home.ts';
import { type Column, columnName, columns, unescapeCell } from './csv-columns.ts';
import { NodeFields } from './home-schema.ts';
import { mergeRows, type Row } from './merge-rows.ts';

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

type Cells = ReadonlyMap<Column['name'], string>;

/** Throws HomeFileError with everything that is wrong. */
export function readCsvHome(text: string): FileHome {
  const [head, ...records] = parseRecords(text);
  if (head === undefined) throw new HomeFileError(['line 1: the names of the columns are missing']);
  const names = parseHead(head.record);
  const problems: string[] = [];
  const rows = records.flatMap(({ record, info: { lines } }): Row[] => {
    const place = `line ${lines}`;
    if (record.length !== names.length) {
      problems.push(`${place}: has ${record.length} cells, and the first line names ${names.length}`);
      return [];
    }
    const cells: Cells = new Map(
      names
        .map((name, index) => [name, unescapeCell(record[index] ?? '').trim()] as const)
        .filter(([, cell]) => cell !== ''),
    );
    return [readRow(cells, place, problems)];
  });
  const home = mergeRows(rows, problems);
  if (problems.length > 0) throw new HomeFileError(problems);
  return home;
}

function parseRecords(text: string): z.infer<typeof Records> {
  const [firstLine = ''] = text.split('\n', 1);
  // Spreadsheets write semicolons in countries with a decimal comma.
  const delimiter = [',', ';', '\t'].find((character) => firstLine.includes(character)) ?? ',';
  try {
    return Records.parse(
      parse(text, { bom: true, delimiter, info: true, relax_column_count: true, skip_records_with_empty_values: true }),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new HomeFileError([error.message]);
  }
}

function parseHead(head: readonly string[]): readonly Column['name'][] {
  const names = head.map((name) => name.trim());
  const known = names.flatMap((name) => columns.filter((column) => column.name === name)).map(({ name }) => name);
  const required = columns.filter(({ field }) => field === 'displayName').map(({ name }) => name);
  const problems = [
    ...names
      .filter((name) => !columns.some((column) => column.name === name))
      .map((name) => `${name}: is no known column`),
    ...known.filter((name, index) => known.indexOf(name) !== index).map((name) => `${name}: is there twice`),
    ...required.filter((name) => !known.includes(name)).map((name) => `${name}: is missing`),
  ];
  if (problems.length === 0) return known;
  const list = columns.map(({ name }) => name).join(', ');
  throw new HomeFileError([...problems.map((problem) => `line 1, ${problem}`), `The columns are ${list}.`]);
}

function readRow(cells: Cells, place: string, problems: string[]): Row {
  const fields = new Map(
    levels.map((level) => [level, fieldsOf(level, cells)] as const).filter(([, of]) => of !== undefined),
  );
  const deepest = levels.findLastIndex((level) => fields.has(level));
  return {
    place,
    nodes: levels.slice(0, deepest + 1).flatMap((level) => {
      const checked = validateInput(NodeFields[level], fields.get(level) ?? {}, level);
      if ('value' in checked) return [{ level, fields: checked.value }];
      for (const { field, reason } of checked.errors) {
        const [first = '', ...rest] = field.split('.');
        problems.push(`${place}, ${[columnName(level, first), ...rest].join('.')}: ${reason}`);
      }
      return [];
    }),
  };
}

/** The fields of one level. Undefined: all its cells are empty. */
function fieldsOf(level: Level, cells: Cells): Readonly<Record<string, unknown>> | undefined {
  const entries = columns
    .filter((column) => column.level === level)
    .flatMap(({ name, field }) => {
      const cell = cells.get(name);
      return cell === undefined ? [] : [[field, field === 'rules' ? parseJson(cell) : cell] as const];
    });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Text that is not JSON stays text. The schema refuses it with the name of the column. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
