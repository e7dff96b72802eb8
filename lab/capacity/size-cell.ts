/** The largest cell that keeps its headroom on its busiest day, and what a given number of rooms needs of such cells. */
import type { Costs } from './costs.ts';
import type { DayOfRates } from './resident-rates.ts';
import { headroom, type Scenario } from './scenario.ts';
import { type Day, simulateDay } from './simulate-day.ts';

export interface Cell {
  readonly scenario: Scenario;
  readonly day: Day;
  /** What would be over its limit first in a larger cell. */
  readonly endsFirst: string;
}

interface Limit {
  readonly name: string;
  /** 1: the limit is reached. */
  readonly use: (day: Day, scenario: Scenario) => number;
}

/** A process has one thread for all that matters; NATS is counted the same way, although it has more. */
const limits: readonly Limit[] = [
  { name: 'a server process', use: ({ loads }) => loads.app.peak / (1 - headroom) },
  {
    name: 'PostgreSQL',
    use: ({ loads }, { databaseCores }) => loads.database.peak / databaseCores / (1 - headroom),
  },
  { name: 'NATS', use: ({ loads }) => loads.nats.peak / (1 - headroom) },
  {
    name: 'boards after a restart',
    use: ({ stormSeconds }, { longestStormSeconds }) => stormSeconds / longestStormSeconds,
  },
];

/** Rooms are tried in steps of this. */
const grain = 250;
const mostRooms = 1_000_000;

export function largestCell(scenario: Scenario, costs: Costs, rates: DayOfRates): Cell {
  const fullest = (rooms: number) => {
    const tried = { ...scenario, rooms };
    const day = simulateDay(tried, costs, rates);
    const uses = limits.map(({ name, use }) => ({ name, use: use(day, tried) }));
    return { day, tried, ...uses.reduce((most, one) => (one.use > most.use ? one : most)) };
  };
  let [fits, tooMany] = [0, mostRooms / grain];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (fullest(middle * grain).use <= 1) fits = middle;
    else tooMany = middle;
  }
  if (fits === 0) throw new Error(`not even ${grain} rooms fit`);
  const { day, tried } = fullest(fits * grain);
  return { scenario: tried, day, endsFirst: fullest(tooMany * grain).name };
}
