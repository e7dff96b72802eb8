/** Reads a home from CSV. Each row is one stream; a client, location or ward without children has its own row. */
import { CsvError, parse } from 'csv-parse/sync';
import { validateInput } from '../../../shared/validate-input.ts';
import { type FileNodeFields, type FileHome, HomeFileError, type HomeLevel, homeLevels } from '../home.ts';
import { type FieldProblem, fieldProblem } from '../../../shared/reason.ts';
import { unescapeCell } from '../../../shared/csv-cell.ts';
import { type CsvColumn, columnNameOf, columnOfHeading, csvColumns } from './csv-columns.ts';
import { NodeFields } from './home-schema.ts';
import { mergeRows, type CsvRow } from './merge-rows.ts';

interface CsvRecord {
  readonly cells: readonly string[];
  /** The number of the last line of the row. */
  readonly line: number;
}

/** Reads the home in the text of a CSV file. Throws HomeFileError with every error of the file. */
export function readCsvHome(text: string): FileHome {
  const [head, ...records] = parseRecords(text);
  if (head === undefined) throw new HomeFileError([fieldProblem('line 1', 'no-columns')]);
  const named = parseHead(head.cells);
  const problems: FieldProblem[] = [];
  const readRow = createReadRow(named, problems);
  const rows = records.flatMap(({ cells, line }): CsvRow[] => {
    const place = `line ${line}`;
    if (cells.length === named.length) return [readRow(cells, place)];
    problems.push(fieldProblem(place, 'cells', { count: cells.length, wanted: named.length }));
    return [];
  });
  const home = mergeRows(rows, problems);
  if (problems.length > 0) throw new HomeFileError(problems);
  return home;
}

function parseRecords(text: string): readonly CsvRecord[] {
  const [firstLine = ''] = text.split('\n', 1);
  // In countries with a decimal comma, spreadsheets separate cells with semicolons.
  const delimiter = [',', ';', '\t'].find((character) => firstLine.includes(character)) ?? ',';
  try {
    const records: CsvRecord[] = [];
    const on_record = (cells: string[], { lines }: { readonly lines: number }) => {
      records.push({ cells, line: lines });
      return null;
    };
    parse(text, { bom: true, delimiter, on_record, relax_column_count: true, skip_records_with_empty_values: true });
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new HomeFileError([fieldProblem(lineOf(error), 'not-csv', { message: error.message })]);
  }
}

/** The line at which the parser stopped, if the error contains it. */
function lineOf({ lines }: CsvError): string {
  return typeof lines === 'number' ? `line ${lines}` : '';
}

function parseHead(head: readonly string[]): readonly CsvColumn[] {
  const names = head.map((name) => name.trim());
  const known = names.flatMap((name) => columnOfHeading(name) ?? []);
  const problems = [
    ...names
      .filter((name) => columnOfHeading(name) === undefined)
      .map((name) => fieldProblem(`line 1, ${name}`, 'unknown-column')),
    ...known
      .filter((column, index) => known.indexOf(column) !== index)
      .map(({ name }) => fieldProblem(`line 1, ${name}`, 'column-twice')),
    ...csvColumns
      .filter((column) => column.field === 'displayName' && !known.includes(column))
      .map(({ name }) => fieldProblem(`line 1, ${name}`, 'missing-column')),
  ];
  if (problems.length === 0) return known;
  const list = csvColumns.map(({ name }) => name).join(', ');
  throw new HomeFileError([...problems, fieldProblem('', 'columns', { columns: list })]);
}

function createReadRow(
  head: readonly CsvColumn[],
  problems: FieldProblem[],
): (cells: readonly string[], place: string) => CsvRow {
  function readFields(level: HomeLevel, cells: readonly Cell[], place: string): readonly FileNodeFields[] {
    const given = cells.map(({ field, cell }) => [field, field === 'rules' ? parseJson(cell) : cell] as const);
    const checked = validateInput(NodeFields[level], Object.fromEntries(given), level);
    if ('value' in checked) return [checked.value];
    for (const { field, ...reason } of checked.errors) {
      const [first = '', ...rest] = field.split('.');
      problems.push({ field: `${place}, ${[columnNameOf(level, first), ...rest].join('.')}`, ...reason });
    }
    return [];
  }

  return (record, place) => {
    const cells = head
      .map((column, index) => ({ ...column, cell: unescapeCell(record[index] ?? '').trim() }))
      .filter(({ cell }) => cell !== '');
    const deepest = homeLevels.findLastIndex((level) => cells.some((cell) => cell.level === level));
    const nodes = homeLevels.slice(0, deepest + 1).flatMap((level) => {
      const own = cells.filter((cell) => cell.level === level);
      return readFields(level, own, place).map((fields) => ({ level, fields }));
    });
    return { place, nodes };
  };
}

type Cell = Pick<CsvColumn, 'field'> & { readonly cell: string };

/**
 * Parses JSON. Text that is not JSON is returned unchanged, and the schema then refuses it with the name of its column.
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
