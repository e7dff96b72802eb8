import { stringify } from 'csv-stringify/sync';
import { escapeCell } from './csv-cell.ts';

/** A CSV file with its header. Cells that a spreadsheet would run as a formula are escaped. */
export function writeCsv(names: readonly string[], rows: readonly (readonly string[])[]): string {
  // A status code may be -1, which is no formula.
  const escaped = rows.map((row) => row.map((cell) => (/^-?\d+$/.test(cell) ? cell : escapeCell(cell))));
  // RFC 4180 and spreadsheets end a row with CR LF.
  return stringify([names, ...escaped], { record_delimiter: 'windows' });
}
