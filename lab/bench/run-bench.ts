/** `npm run bench`: measures the product beside its peers, and writes lab/bench/results, RESULTS.md and the table of docs/capacity.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { cells } from './benches/cells.ts';
import { fanOut } from './benches/fan-out.ts';
import { history } from './benches/history.ts';
import { intake } from './benches/intake.ts';
import { loopDelay } from './benches/loop-delay.ts';
import { notices } from './benches/notices.ts';
import { recovery } from './benches/recovery.ts';
import { signInFlood } from './benches/sign-in-flood.ts';
import { start } from './benches/start.ts';
import { viewers } from './benches/viewers.ts';
import { fillDocument } from '../shared/text-table.ts';
import { capacityTable, readFigures } from './capacity.ts';
import { cellsTable } from './cells-table.ts';
import { page } from './page/page-bench.ts';
import { describeMachine, readAllResults, type Results, writeResults } from './results.ts';
import { documentOf, tableOfRows } from './results-table.ts';
import { type Bench, type Row, rowsOf, type Sample } from './row.ts';

const benches: readonly Bench[] = [
  cells,
  fanOut,
  history,
  intake,
  notices,
  recovery,
  loopDelay,
  page,
  signInFlood,
  start,
  viewers,
];
const names = benches.map(({ name }) => name);

const options = new Command('npm run bench --')
  .description('Measures the product beside its peers, writes lab/bench/results, RESULTS.md and docs/capacity.md.')
  .addOption(new Option('--only <name>', 'one benchmark').choices(names))
  .option('--quick', 'one round of short phases; writes nothing', false)
  .option('--rounds <n>', 'number of rounds (3)', positiveNumber)
  .option('--seconds <n>', 'length of each measured phase (3)', positiveNumber)
  .option('--table', 'measures nothing: writes the documents again, with the goals and reasons that are defined now')
  .parse()
  .opts();
const { only, quick: isQuick, rounds = isQuick ? 1 : 3, seconds = isQuick ? 2 : 3 } = options;

// A signal calls `process.exit`, because only then do exit handlers run, which kill the started processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

if (options.table === true) await writeTable();
else {
  const chosen = benches.filter(({ name }) => name === (only ?? name));
  for (const bench of chosen) await runBench(bench);
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

async function runBench(bench: Bench): Promise<void> {
  const { name, about, maxRounds = rounds } = bench;
  console.info(`\n${name}: ${about}\n`);
  const machine = describeMachine();
  const startedAt = performance.now();
  const samples: Sample[] = [];
  const ownRounds = Math.min(rounds, maxRounds);
  try {
    for (let round = 0; round < ownRounds; round += 1) samples.push(...(await bench.measure({ seconds, isQuick })));
  } catch (error) {
    // After a failed benchmark the run continues: the results of all further benchmarks are still useful.
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
    return;
  }
  const rows = rowsOf(bench, samples);
  console.info(tableOfRows(rows));
  console.info(`\n${name} took ${Math.round((performance.now() - startedAt) / 1000)} s`);
  if (isQuick) return;
  await writeResults({ bench: name, machine, rounds: ownRounds, about, rows });
  await writeTable();
}

async function writeTable(): Promise<void> {
  const all = await readAllResults();
  await writeFile(join(import.meta.dirname, 'RESULTS.md'), documentOf(all, definedRows(all)));
  const capacityFile = join(import.meta.dirname, '../../docs/capacity.md');
  const text = await readFile(capacityFile, 'utf8');
  const withCosts = fillDocument(text, capacityTable(await readFigures()));
  await writeFile(capacityFile, fillDocument(withCosts, cellsTable(all), 'measured-cells'));
}

/** Combines the stored figures with the goals and reasons that the benchmarks define now. */
function definedRows(all: readonly Results[]): readonly Row[] {
  const measured = new Map(all.flatMap((results) => results.rows.map((row) => [row.name, row.measured])));
  return benches.flatMap(({ rows }) =>
    rows.map((definition) => ({ ...definition, measured: measured.get(definition.name) ?? [] })),
  );
}
