/** Chance for simulations, from a source that can be repeated. */
import type { Random } from '../../src/server/demo/random.ts';

/** Beyond this the bell curve is as good, and does not take longer with every event. */
const manyFrom = 40;

/** How many of many independent events happen in a stretch of time in which `mean` are to be expected. */
export function poisson(mean: number, random: Random): number {
  if (mean <= 0) return 0;
  if (mean >= manyFrom) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let [count, product] = [0, random()];
  while (product > limit) {
    count += 1;
    product *= random();
  }
  return count;
}

/** Mean 0, deviation 1 (Box and Muller, 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
