/** `npm run bench`: measures costs, prints them and writes lab/bench/results. */
import { parseArgs } from 'node:util';
import { readOptions, refuseOptions } from '../../scripts/setup/options.ts';
import { aboutFanOut, measureFanOut } from './benches/fan-out.ts';
import { aboutIntake, measureIntake } from './benches/intake.ts';
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

Measures what a report and a viewer cost, with Nchan as a peer of fan-out.

  --only <name>     one of ${benchNames.join(', ')}
  --viewers <n>     viewers of fan-out and viewers (1000)
  --seconds <n>     length of each measured stretch (5)
  --no-write        prints only
`;

// The processes that it starts are killed in an exit handler, which a signal alone would not run.
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

interface Bench {
  readonly about: string;
  readonly measure: () => Promise<Figure[]>;
}

const benches: Readonly<Record<BenchName, Bench>> = {
  'fan-out': { about: aboutFanOut, measure: () => measureFanOut({ viewers, seconds, deliveriesPerSecond: 10_000 }) },
  viewers: { about: aboutViewers, measure: () => measureViewers(viewers) },
  intake: { about: aboutIntake, measure: () => measureIntake(seconds) },
};

for (const bench of chosen) {
  const machine = describeMachine();
  const { about, measure } = benches[bench];
  console.info(`\n${bench}: ${about}\n`);
  const figures = await measure();
  console.info(tableOfFigures(figures));
  if (values.write) await writeResults({ bench, machine, about, figures });
}
