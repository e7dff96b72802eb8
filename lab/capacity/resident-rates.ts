/** How often a room reports over a day: the demo's residents lived through a night and a day, and meals on top. */
import { type Random, seededRandom } from '../../src/server/demo/random.ts';
import { residentStory } from '../../src/server/demo/resident-model.ts';

export interface DayOfRates {
  /** Reports of a room in each five minutes of the day, from midnight on. */
  readonly perSlot: readonly number[];
  /** Reports of a room in a day. */
  readonly perDay: number;
}

export const slotSeconds = 300;
const slots = 86_400 / slotSeconds;
const dayMs = 86_400_000;
const hour = 3_600_000;

/** From and to, in hours. Everybody gets up, goes and comes back. */
const meals = [
  [7.5, 8.5],
  [11.5, 12.5],
  [17, 18],
] as const;
/** While a meal begins or ends, so many times as many reports as the residents alone would make. */
export const mealFactor = 2;

export function simulateResidents(residents: number, seed: number): DayOfRates {
  const counts = Array.from({ length: slots }, () => 0);
  const random = seededRandom(seed);
  for (let resident = 0; resident < residents; resident += 1) liveADay(counts, random);
  const perSlot = counts.map((count, slot) => (count / residents) * factorAt((slot * slotSeconds) / 3600));
  return { perSlot, perDay: perSlot.reduce((sum, rate) => sum + rate, 0) };
}

function liveADay(counts: number[], random: Random): void {
  // The day before is lived, too: at midnight each is somewhere else on the way through its habits.
  const start = -dayMs;
  const story = residentStory({ state: 'in-bed', at: start }, start, { random, isNight });
  for (let seen = story.next().value; seen.at < dayMs; seen = story.next().value) {
    if (seen.at < 0) continue;
    const slot = Math.floor(seen.at / 1000 / slotSeconds);
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
}

/** Milliseconds from the midnight with which the day begins. */
function isNight(at: number): boolean {
  const hourOfDay = (((at % dayMs) + dayMs) % dayMs) / hour;
  return hourOfDay >= 21 || hourOfDay < 7;
}

function factorAt(hourOfDay: number): number {
  return meals.some(([from, to]) => hourOfDay >= from && hourOfDay < to) ? mealFactor : 1;
}
