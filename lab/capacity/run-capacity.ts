/** `npm run capacity`: computes the table of docs/capacity.md from the results of `npm run bench`, and prints it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readOptions } from '../../scripts/setup/options.ts';
import { fillDocument } from '../shared/fill-document.ts';
import { capacityTable } from './capacity-table.ts';
import { readFigures } from './workload.ts';

const help = `npm run capacity -- [options]

Computes the load of a home from the costs in lab/bench/results.

  --write  updates the table in docs/capacity.md
`;

const documentFile = join(import.meta.dirname, '../../docs/capacity.md');

const { write } = readOptions(help, () => parseArgs({ options: { write: { type: 'boolean', default: false } } }));
const table = capacityTable(await readFigures());
console.log(table);
if (write) await writeFile(documentFile, fillDocument(await readFile(documentFile, 'utf8'), table));
