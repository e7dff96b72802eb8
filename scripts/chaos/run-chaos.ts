/** Runs the violences and prints the table. See `npm run chaos -- --help`. */
import { parseArgs } from 'node:util';
import { type Result, runViolence } from './run-violence.ts';
import type { StageKind } from './set-ups/stage.ts';
import { startStage } from './set-ups/start-stage.ts';
import { isWell, tableOf } from './table.ts';
import { allViolences } from './violences/all-violences.ts';
import type { Violence } from './violences/violence.ts';

const help = `npm run chaos -- [options]

Does violence to Room Status while equipment reports and boards are watched, and prints what is left.

  --set-up sqlite|cluster  one of the two (both)
  --only <name>            one violence: ${allViolences.map(({ name }) => name).join(', ')}
  --short                  the short form, as in npm test
`;

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
  for (const kind of kinds) results.push(...(await runSetUp(kind, chosen)));
  console.log(`\n${tableOf(results)}`);
  return results.every(isWell) ? 0 : 1;
}

/** What has no need of its own shares one stage. */
async function runSetUp(kind: StageKind, chosen: readonly Violence[]): Promise<readonly Result[]> {
  const mine = chosen.filter(({ setUps }) => setUps.includes(kind));
  const results: Result[] = [];
  for (const need of new Set(mine.map((violence) => violence.need))) {
    const stage = await startStage(kind, need === undefined ? {} : { need });
    try {
      for (const violence of mine.filter((one) => one.need === need)) {
        console.log(`${kind}: ${violence.title} ...`);
        const result = await runViolence(stage, violence, values.short ? 1 : violence.rounds);
        results.push(result);
        console.log(tableOf([result]).split('\n').slice(2).join('\n'));
      }
    } finally {
      await stage.close();
    }
  }
  return results;
}
