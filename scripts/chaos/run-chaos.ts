/** Runs the violences and prints the table. See `npm run chaos -- --help`. */
import { parseArgs } from 'node:util';
import { runSetUp } from './run-set-up.ts';
import type { Result } from './run-violence.ts';
import { isWell, tableOf } from './table.ts';
import { allViolences } from './violences/all-violences.ts';
import type { Violence } from './violences/violence.ts';

const help = `npm run chaos -- [options]

Does violence to Room Status while equipment reports and boards are watched, and prints what is left.

  --set-up sqlite|cluster  one of the two (both)
  --only <name>            one violence: ${allViolences.map(({ name }) => name).join(', ')}
  --short                  the short form, as in npm test
`;

// What is started ends with us, and only an orderly exit says so to it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const { values } = parseArgs({
  options: {
    'set-up': { type: 'string' },
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else process.exitCode = await run();
process.exit();

async function run(): Promise<number> {
  const kinds = (['sqlite', 'cluster'] as const).filter((kind) => (values['set-up'] ?? kind) === kind);
  const chosen = allViolences.filter(({ name, isInShortForm = false }) =>
    values.only === undefined ? !values.short || isInShortForm : name === values.only,
  );
  if (kinds.length === 0 || chosen.length === 0) {
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
      onStart: ({ title }: Violence) => console.log(`${kind}: ${title} ...`),
      onResult: (result: Result) => {
        results.push(result);
        console.log(tableOf([result]).split('\n').slice(2).join('\n'));
      },
    };
    try {
      await runSetUp(kind, chosen, options);
    } catch (error) {
      // What was seen before is worth its table.
      console.log(error);
      isWhole = false;
    }
  }
  console.log(`\n${tableOf(results)}`);
  return isWhole && results.every(isWell) ? 0 : 1;
}
