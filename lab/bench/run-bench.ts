/** `npm run bench`: measures what reports and viewers cost, prints the costs and writes them to lab/bench/results. */
import { parseArgs } from 'node:util';
import { readOptions, refuseOptions } from '../../scripts/setup/options.ts';
import { aboutFanOut, measureFanOut } from './benches/fan-out.ts';
import { aboutIntake, measureIntake } from './benches/intake.ts';
import { aboutSignInFlood, measureSignInFlood } from './benches/sign-in-flood.ts';
import { aboutViewers, measureViewers } from './benches/viewers.ts';
import {
  type BenchName,
  benchNames,
  describeMachine,
  type Figure,
  tableOfFigures,
  writeResults,
} from './measure/figures.ts';

const help = `npm run bench -- [options]

Measures what a report and a viewer cost. Fan-out also measures Nchan for comparison.

  --only <name>     one of ${benchNames.join(', ')}
  --viewers <n>     number of viewers in fan-out and in viewers (1000)
  --seconds <n>     length of each measured stretch (5)
  --no-write        prints the results and does not write them
`;

// Exit handlers kill the started processes. Without a listener a signal would skip the exit handlers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const values = readOptions(help, () =>
  parseArgs({
    options: {
      only: { type: 'string' },
      viewers: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '5' },
      write: { type: 'boolean', default: true },
    },
    allowNegative: true,
  }),
);
const [viewers, seconds] = [Number(values.viewers), Number(values.seconds)];
const chosen = benchNames.filter((name) => name === (values.only ?? name));
if (chosen.length === 0) refuseOptions(`--only must be one of ${benchNames.join(', ')}`);
if (!(viewers > 0 && seconds > 0)) refuseOptions('--viewers and --seconds must be numbers above 0');

const benches: Readonly<Record<BenchName, { about: string; measure: () => Promise<Figure[]> }>> = {
  'fan-out': { about: aboutFanOut, measure: () => measureFanOut({ viewers, seconds, deliveriesPerSecond: 10_000 }) },
  viewers: { about: aboutViewers, measure: () => measureViewers(viewers) },
  intake: { about: aboutIntake, measure: () => measureIntake(seconds) },
  'sign-in-flood': { about: aboutSignInFlood, measure: () => measureSignInFlood(seconds) },
};

for (const bench of chosen) {
  const machine = describeMachine();
  const { about, measure } = benches[bench];
  console.info(`\n${bench}: ${about}\n`);
  const figures = await measure();
  console.info(tableOfFigures(figures));
  if (values.write) await writeResults({ bench, machine, about, figures });
}
