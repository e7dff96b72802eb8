/** Random choices of the demo. Every function takes its random source, so that tests can repeat a run. */

/** Like Math.random: at least 0, less than 1. */
export type Random = () => number;

/** Log-uniform: every order of magnitude between the bounds is equally likely. */
export function randomBetween([min, max]: readonly [min: number, max: number], random: Random): number {
  return min * (max / min) ** random();
}

/** Each choice is as likely as its share of all weights. */
export function randomChoice<T>(choices: readonly [T, ...T[]], weightOf: (choice: T) => number, random: Random): T {
  let remaining = random() * choices.reduce((sum, choice) => sum + weightOf(choice), 0);
  for (const choice of choices) {
    remaining -= weightOf(choice);
    if (remaining < 0) return choice;
  }
  return choices[0];
}
