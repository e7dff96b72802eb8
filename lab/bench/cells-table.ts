/** Computes the table of docs/capacity.md about two cells behind one front. */
import { textTable } from '../shared/text-table.ts';
import { alone, cells, front } from './benches/cells.ts';
import type { Results } from './results.ts';
import { medianOf, ours, valuesOf } from './row.ts';

/** Throws when the benchmark has no results. */
export function cellsTable(all: readonly Results[]): string {
  const rows = all.find(({ bench }) => bench === cells.name)?.rows;
  if (rows === undefined) throw new Error('lab/bench/results has no cells.json. Run: npm run bench -- --only cells');
  const unitOf = new Map(cells.rows.map(({ name, unit }) => [name, unit]));
  const subjects = [alone, ours, front];
  return textTable(
    ['of each cell', 'alone', 'beside a second cell', 'front'],
    rows.map((row) => [
      `${row.name} (${unitOf.get(row.name)})`,
      ...subjects.map((subject) => textOf(medianOf(valuesOf(row, subject)))),
    ]),
  );
}

function textOf(value: number): string {
  return Number.isNaN(value) ? '' : value.toFixed(value < 10 ? 1 : 0);
}
