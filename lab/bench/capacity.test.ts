import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fillDocument } from '../shared/text-table.ts';
import { capacityTable, readFigures } from './capacity.ts';

test('the table in docs/capacity.md is computed from the committed benchmark results', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');
  expect(fillDocument(text, capacityTable(await readFigures()))).toBe(text);
});
