/** Runs the benchmarks, prints what they have found and keeps it in bench/results. See `npm run bench -- --help`. */
import { parseArgs } from 'node:util';
import { aboutFanOut, measureFanOut } from './benches/fan-out.ts';
import { aboutIntake, measureIntake } from './benches/intake.ts';
import { aboutNats, measureNats } from './benches/nats.ts';
import { aboutStorage, measureStorage } from './benches/storage.ts';
import { aboutViewers, measureViewers } from './benches/viewers.ts';
import { type BenchName, benchNames, type Figure, tableOfFigures, writeResults } from './measure/figures.ts';
import { describeMachine } from './measure/machine.ts';

const help = `npm run bench -- [options]

Measures what a report, a viewer and a stored day cost, with peers in the same run.

  --only <name>     one of ${benchNames.join(', ')}
  --viewers <n>     of fan-out and viewers (1000)
  --seconds <n>     of each measured stretch (5)
  --no-write        only print
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    viewers: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: true },
    help: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
const [viewers, seconds] = [Number(values.viewers), Number(values.seconds)];

interface Bench {
  readonly about: string;
  readonly measure: () => Promise<Figure[]>;
}

const benches: Readonly<Record<BenchName, Bench>> = {
  'fan-out': { about: aboutFanOut, measure: () => measureFanOut({ viewers, seconds, deliveriesPerSecond: 10_000 }) },
  viewers: { about: aboutViewers, measure: () => measureViewers(viewers) },
  intake: { about: aboutIntake, measure: () => measureIntake(seconds) },
  storage: { about: aboutStorage, measure: () => measureStorage(200_000) },
  nats: { about: aboutNats, measure: () => measureNats(100_000) },
};

if (values.help) console.info(help);
else process.exitCode = await run();

async function run(): Promise<number> {
  const chosen = benchNames.filter((name) => values.only === undefined || name === values.only);
  if (chosen.length === 0 || !(viewers > 0 && seconds > 0)) {
    console.error(help);
    return 1;
  }
  for (const bench of chosen) {
    const machine = describeMachine();
    const { about, measure } = benches[bench];
    console.info(`\n${bench}: ${about}\n`);
    const figures = await measure();
    console.info(tableOfFigures(figures));
    if (values.write) await writeResults({ bench, machine, about, figures });
  }
  return 0;
}
