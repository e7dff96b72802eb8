import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillDocument } from '../shared/text-table.ts';
import { capacityTable, readFigures } from './capacity.ts';
import { cellsTable } from './cells-table.ts';
import { readAllResults } from './results.ts';

test('the tables in docs/capacity.md are computed from the committed benchmark results', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');
  expect(fillDocument(text, capacityTable(await readFigures()))).toBe(text);
  expect(fillDocument(text, cellsTable(await readAllResults()), 'measured-cells')).toBe(text);
});
