/** `npm run chaos`: injects faults into the running product and prints the table of docs/trust.md. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readOptions, refuseOptions } from '../../scripts/setup/options.ts';
import { fillDocument } from '../shared/fill-document.ts';
import { allFaults } from './faults/all-faults.ts';
import { runEnvironment } from './run-environment.ts';
import type { Result } from './run-fault.ts';
import { isPassed, rowOf, tableOf } from './table.ts';

const faultNames = allFaults.map(({ name }) => name).join(', ');
const help = `npm run chaos -- [options]

Injects faults into Room Status while devices report and viewers watch, and prints what was lost.

  --environment sqlite|cluster  only one of the two
  --only <name>                 one fault: ${faultNames}
  --write                       writes the table into docs/trust.md; not with other options
`;

const documentFile = join(import.meta.dirname, '../../docs/trust.md');

// Exit handlers kill the started processes. Without `process.exit` a signal would end the run before they are called.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const values = readOptions(help, () =>
  parseArgs({
    options: {
      environment: { type: 'string' },
      only: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  }),
);
process.exit(await run());

/** The environments and faults that the options select. Exits when there are none. */
function select() {
  const { environment, only, write } = values;
  const kinds = (['sqlite', 'cluster'] as const).filter((kind) => kind === (environment ?? kind));
  const faults = allFaults.filter(({ name }) => name === (only ?? name));
  if (kinds.length === 0) refuseOptions('--environment must be sqlite or cluster');
  if (faults.length === 0) refuseOptions(`--only must be one of ${faultNames}`);
  if (write && (environment ?? only) !== undefined) refuseOptions('--write needs a full run, without other options');
  return { kinds, faults };
}

async function run(): Promise<number> {
  const { kinds, faults } = select();
  // The viewers log each lost connection, as in the browser. A chaos run expects lost connections.
  console.error = () => undefined;
  const results: Result[] = [];
  let isComplete = true;
  for (const kind of kinds) {
    try {
      for await (const result of runEnvironment(kind, faults)) {
        results.push(result);
        console.log(rowOf(result).join(' | '));
      }
    } catch (error) {
      // The results of the faults before the error are still printed.
      console.log(error);
      isComplete = false;
    }
  }
  console.log(`\n${tableOf(results)}`);
  if (values.write && isComplete) await writeTable(results);
  return isComplete && results.every(isPassed) ? 0 : 1;
}

async function writeTable(results: readonly Result[]): Promise<void> {
  const [date, processors] = [new Date().toISOString().slice(0, 10), cpus()];
  const version = process.env['npm_package_version'] ?? 'unknown';
  const origin = `Result of \`npm run chaos -- --write\` on ${date}, version ${version}. One machine with ${processors.length} cores of ${processors[0]?.model ?? 'an unknown processor'} ran everything: servers, databases, front, reporters and all viewers.`;
  const filled = fillDocument(await readFile(documentFile, 'utf8'), `${origin}\n\n${tableOf(results)}`);
  await writeFile(documentFile, filled);
}
