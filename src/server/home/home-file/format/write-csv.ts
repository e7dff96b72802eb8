import { stringify } from 'csv-stringify/sync';
import { sortByDisplayName } from '../../../../domain/hierarchy.ts';
import {
  childLevelOf,
  type ChildrenLookup,
  createChildrenLookup,
  type Home,
  type HomeNode,
  type HomeLevel,
} from '../home.ts';
import { escapeCell } from '../../../shared/csv-cell.ts';
import { csvColumns } from './csv-columns.ts';

type Cells = Readonly<Record<string, string>>;

/** Writes a home as CSV, in the form that `readCsvHome` reads. */
export function writeCsvHome(home: Home, delimiter = ','): string {
  const names = csvColumns.map(({ name }) => name);
  const rows = rowsOf(createChildrenLookup(home), 'client', '', {}).map((cells) =>
    names.map((name) => escapeCell(cells[name] ?? '')),
  );
  // RFC 4180 and spreadsheets end a row with CR LF.
  return stringify([names, ...rows], { delimiter, record_delimiter: 'windows' });
}

function rowsOf(childrenOf: ChildrenLookup, level: HomeLevel, parentUUID: string, above: Cells): readonly Cells[] {
  const below = childLevelOf(level);
  return sortByDisplayName(childrenOf(level, parentUUID), 'en').flatMap((node) => {
    const cells = { ...above, ...cellsOf(node) };
    const rows = below === undefined ? [] : rowsOf(childrenOf, below, node.uuid, cells);
    return rows.length === 0 ? [cells] : rows;
  });
}

function cellsOf(node: HomeNode): Cells {
  const values: Readonly<Record<string, string | null>> = { ...node };
  return Object.fromEntries(
    csvColumns.filter(({ level }) => level === node.level).map(({ name, field }) => [name, values[field] ?? '']),
  );
}
