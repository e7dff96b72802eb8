/** `npm run capacity`: computes the table of docs/capacity.md from the results of `npm run bench`, and prints it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { fillDocument } from '../shared/text-table.ts';
import { capacityTable, readFigures } from './capacity.ts';

const documentFile = join(import.meta.dirname, '../../docs/capacity.md');

const { write } = new Command('npm run capacity --')
  .description('Computes the load of a home from the costs in lab/bench/results.')
  .option('--write', 'updates the table in docs/capacity.md')
  .parse()
  .opts();
const table = capacityTable(await readFigures());
console.log(table);
if (write === true) await writeFile(documentFile, fillDocument(await readFile(documentFile, 'utf8'), table));
