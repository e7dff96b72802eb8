/** `npm run chaos`: injects faults into the running product and prints the table of docs/trust.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import { describeMachine } from '../bench/results.ts';
import { fillDocument } from '../shared/text-table.ts';
import type { EnvironmentKind } from './environment.ts';
import { allFaults } from './faults/all-faults.ts';
import { haFaults } from './ha/ha-faults.ts';
import { type Result, runFaults } from './run-fault.ts';
import { isPassed, rowOf, tableOf } from './table.ts';

const documentFile = join(import.meta.dirname, '../../docs/trust.md');

const { environment, only, write, ha } = new Command('npm run chaos --')
  .description('Injects faults into Room Status while devices report and viewers watch, and prints what was lost.')
  .addOption(new Option('--environment <name>', 'only one of the two').choices(['sqlite', 'cluster'] as const))
  .addOption(new Option('--only <fault>', 'one fault').choices([...allFaults, ...haFaults].map(({ name }) => name)))
  .addOption(new Option('--ha', 'three machines, of which any one may die').conflicts('environment'))
  .addOption(new Option('--write', 'writes the table into docs/trust.md').conflicts(['environment', 'only']))
  .parse()
  .opts();

// A signal calls `process.exit`, because only then do exit handlers run, which kill the started processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
process.exit(await run());

async function run(): Promise<number> {
  const faults = (ha === true ? haFaults : allFaults).filter(({ name }) => name === (only ?? name));
  // The viewers log each lost connection to the console, as in the browser. A chaos run expects such losses.
  console.error = () => undefined;
  const results: Result[] = [];
  let isComplete = true;
  for (const kind of kindsToRun()) {
    try {
      for await (const result of runFaults(kind, faults)) {
        results.push(result);
        console.log(rowOf(result).join(' | '));
      }
    } catch (error) {
      // After an error the results of the faults before it are still printed.
      console.log(error);
      isComplete = false;
    }
  }
  console.log(`\n${tableOf(results)}`);
  if (write === true && isComplete) await writeTable(results);
  return isComplete && results.every(isPassed) ? 0 : 1;
}

function kindsToRun(): readonly EnvironmentKind[] {
  if (ha === true) return ['ha'];
  return environment === undefined ? ['sqlite', 'cluster'] : [environment];
}

async function writeTable(results: readonly Result[]): Promise<void> {
  const version = process.env['npm_package_version'] ?? 'unknown';
  const options = ha === true ? '--ha --write' : '--write';
  const origin = `Result of \`npm run chaos -- ${options}\` of version ${version} (${describeMachine()}). This machine ran everything: servers, databases, front, reporters and all viewers.`;
  const mark = ha === true ? 'measured-ha' : 'measured';
  const filled = fillDocument(await readFile(documentFile, 'utf8'), `${origin}\n\n${tableOf(results)}`, mark);
  await writeFile(documentFile, filled);
}
