/** Runs the faults and prints the table. See `npm run chaos -- --help`. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillDocument } from '../shared/fill-document.ts';
import { runEnvironment } from './run-environment.ts';
import type { Result } from './run-fault.ts';
import { isWell, rowOf, tableOf } from './table.ts';
import { allFaults } from './faults/all-faults.ts';
import type { Fault } from './faults/fault.ts';

const help = `npm run chaos -- [options]

Does fault to Room Status while equipment reports and boards are watched, and prints what is left.

  --set-up sqlite|cluster  one of the two (both)
  --only <name>            one fault: ${allFaults.map(({ name }) => name).join(', ')}
  --short                  the short form, as in npm test
  --write                  puts the table into docs/trust.md; with nothing else
`;

const documentFile = join(import.meta.dirname, '../../docs/trust.md');

// What is started ends with us, and only an orderly exit says so to it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const { values } = parseArgs({
  options: {
    'set-up': { type: 'string' },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else process.exitCode = await run();
process.exit();

async function run(): Promise<number> {
  const kinds = (['sqlite', 'cluster'] as const).filter((kind) => (values['set-up'] ?? kind) === kind);
  const chosen = allFaults.filter(({ name, isInShortForm = false }) =>
    values.only === undefined ? !values.short || isInShortForm : name === values.only,
  );
  const isPart = values['set-up'] !== undefined || values.only !== undefined || values.short;
  if (kinds.length === 0 || chosen.length === 0 || (values.write && isPart)) {
    console.error(help);
    return 1;
  }
  // The boards say each lost connection on the console of a browser; here it is expected.
  console.error = () => undefined;
  const results: Result[] = [];
  let isWhole = true;
  for (const kind of kinds) {
    const options = {
      isShort: values.short,
      onStart: ({ title }: Fault) => console.log(`${kind}: ${title} ...`),
      onResult: (result: Result) => {
        results.push(result);
        console.log(`  ${rowOf(result).slice(2).join(' | ')}`);
      },
    };
    try {
      await runEnvironment(kind, chosen, options);
    } catch (error) {
      // What was seen before is worth its table.
      console.log(error);
      isWhole = false;
    }
  }
  const table = tableOf(results);
  console.log(`\n${table}`);
  if (values.write && isWhole) await writeTable(table);
  return isWhole && results.every(isWell) ? 0 : 1;
}

async function writeTable(table: string): Promise<void> {
  const [date, processors] = [new Date().toISOString().slice(0, 10), cpus()];
  const made = `Made on ${date} by \`npm run chaos -- --write\`, version ${process.env['npm_package_version'] ?? 'unknown'}, with ${processors.length} cores of ${processors[0]?.model ?? 'an unknown processor'} for everything: servers, databases, front, equipment and all viewers.`;
  const filled = fillDocument(await readFile(documentFile, 'utf8'), `${made}\n\n${table}`);
  await writeFile(documentFile, filled);
}
