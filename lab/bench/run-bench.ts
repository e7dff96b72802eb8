/** `npm run bench`: measures the product beside its peers, and writes lab/bench/results and RESULTS.md. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { fanOut } from './benches/fan-out.ts';
import { growth } from './benches/growth.ts';
import { intake } from './benches/intake.ts';
import { loopDelay } from './benches/loop-delay.ts';
import { manage } from './benches/manage.ts';
import { recovery } from './benches/recovery.ts';
import { signInFlood } from './benches/sign-in-flood.ts';
import { start } from './benches/start.ts';
import { twoProcesses } from './benches/two-processes.ts';
import { viewers } from './benches/viewers.ts';
import { dashboard } from './page/dashboard-bench.ts';
import { page } from './page/page-bench.ts';
import { describeMachine, readAllResults, type Results, writeResults } from './results.ts';
import { documentOf, tableOfRows } from './results-table.ts';
import { type Bench, type Row, rowsOf, type Sample, verdictOf } from './row.ts';

const benches: readonly Bench[] = [
  fanOut,
  intake,
  recovery,
  loopDelay,
  manage,
  page,
  dashboard,
  signInFlood,
  start,
  twoProcesses,
  viewers,
  growth,
];
const names = benches.map(({ name }) => name);

const options = new Command('npm run bench --')
  .description('Measures the product beside its peers, writes lab/bench/results and lab/bench/RESULTS.md.')
  .addOption(new Option('--only <name>', 'one benchmark').choices(names))
  .addOption(new Option('--except <name>', 'all but this one').choices(names))
  .option('--quick', 'one round of short phases, without the long benchmarks; writes nothing', false)
  .option('--rounds <n>', 'number of rounds (3)', positiveNumber)
  .option('--seconds <n>', 'length of each measured phase (3)', positiveNumber)
  .option('--table', 'measures nothing: writes RESULTS.md again, with the goals and reasons that are defined now')
  .option(
    '--check',
    'measures nothing: exits with code 1 when a ratio in lab/bench/results misses its goal in every round',
  )
  .parse()
  .opts();
const { only, except, quick: isQuick, rounds = isQuick ? 1 : 3, seconds = isQuick ? 2 : 3 } = options;

// Exit handlers kill the started processes. Without a listener a signal would skip the exit handlers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

if (options.check === true) await checkGoals();
else if (options.table === true) await writeTable();
else {
  const chosen = benches.filter(
    ({ name, isLong }) =>
      name === (only ?? name) && name !== except && (only !== undefined || !isQuick || isLong !== true),
  );
  for (const bench of chosen) await runBench(bench);
  if (!isQuick) console.info('\nRun npm run capacity -- --write to update docs/capacity.md.');
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
    // The other benchmarks of a long run are still worth their time.
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
}

/** The stored figures with the goals and reasons that are defined now. */
function definedRows(all: readonly Results[]): readonly Row[] {
  const measured = new Map(all.flatMap((results) => results.rows.map((row) => [row.name, row.measured])));
  return benches.flatMap(({ rows }) =>
    rows.map((definition) => ({ ...definition, measured: measured.get(definition.name) ?? [] })),
  );
}

/** A ratio holds on any machine. A goal in milliseconds holds on the machine it was set for, and is only listed. */
async function checkGoals(): Promise<void> {
  const below = definedRows(await readAllResults()).filter(
    (row) => row.goal !== undefined && !verdictOf(row).isWithinNoise,
  );
  console.info(below.length === 0 ? 'Every goal is met.' : `Missed in every round:\n${tableOfRows(below)}`);
  const failed = below.filter(({ goal }) => goal?.of !== undefined || goal?.atMost === 0);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
