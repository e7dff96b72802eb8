/** Reads a home from CSV. Each row is one stream; a client, location or ward without children has its own row. */
import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { validateInput } from '../../../shared/validate-input.ts';
import { type FileHome, HomeFileError, levels } from '../home.ts';
import { type Column, columnName, columns, unescapeCell } from './csv-columns.ts';
import { NodeFields } from './home-schema.ts';
import { mergeRows, type Row } from './merge-rows.ts';

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

/** Throws HomeFileError with every error of the file. */
export function readCsvHome(text: string): FileHome {
  const [head, ...records] = parseRecords(text);
  if (head === undefined) throw new HomeFileError(['line 1: the names of the columns are missing']);
  const named = parseHead(head.record);
  const problems: string[] = [];
  const rows = records.flatMap(({ record, info: { lines } }): Row[] => {
    const place = `line ${lines}`;
    if (record.length === named.length) return [readRow(named, record, place, problems)];
    problems.push(`${place}: has ${record.length} cells, and the first line names ${named.length}`);
    return [];
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

function parseHead(head: readonly string[]): readonly Column[] {
  const names = head.map((name) => name.trim());
  const known = names.flatMap((name) => columns.filter((column) => column.name === name));
  const problems = [
    ...names
      .filter((name) => !columns.some((column) => column.name === name))
      .map((name) => `${name}: is not a known column`),
    ...known.filter((column, index) => known.indexOf(column) !== index).map(({ name }) => `${name}: is given twice`),
    ...columns
      .filter((column) => column.field === 'displayName' && !known.includes(column))
      .map(({ name }) => `${name}: is missing`),
  ];
  if (problems.length === 0) return known;
  const list = columns.map(({ name }) => name).join(', ');
  throw new HomeFileError([...problems.map((problem) => `line 1, ${problem}`), `The columns are ${list}.`]);
}

function readRow(head: readonly Column[], record: readonly string[], place: string, problems: string[]): Row {
  const cells = head
    .map((column, index) => ({ ...column, cell: unescapeCell(record[index] ?? '').trim() }))
    .filter(({ cell }) => cell !== '');
  const deepest = levels.findLastIndex((level) => cells.some((cell) => cell.level === level));
  const nodes = levels.slice(0, deepest + 1).flatMap((level) => {
    const own = cells.filter((cell) => cell.level === level);
    const fields = Object.fromEntries(
      own.map(({ field, cell }) => [field, field === 'rules' ? parseJson(cell) : cell] as const),
    );
    const checked = validateInput(NodeFields[level], fields, level);
    if ('value' in checked) return [{ level, fields: checked.value }];
    for (const { field, reason } of checked.errors) {
      const [first = '', ...rest] = field.split('.');
      problems.push(`${place}, ${[columnName(level, first), ...rest].join('.')}: ${reason}`);
    }
    return [];
  });
  return { place, nodes };
}

/** Returns text that is not JSON as it is. The schema then refuses the text and names its column. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
