/** Chance that can be repeated: everything random in the demo takes its source as an argument. */

/** Like Math.random: at least 0, less than 1. */
export type Random = () => number;

/** The same seed gives the same numbers. Xorshift with 32 bits (Marsaglia, 2003): for demos, not for secrets. */
export function seededRandom(seed: number): Random {
  // Zero is the one state that never moves; multiplying spreads neighbouring seeds apart.
  let state = Math.imul(seed, 0x9e3779b1) | 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let warmUp = 0; warmUp < 8; warmUp++) next();
  return next;
}

/** Between least and most; as likely in the lower half of the orders of magnitude as in the upper. */
export function between([least, most]: readonly [least: number, most: number], random: Random): number {
  return least * (most / least) ** random();
}

/** One of the choices, as often as its weight says against the others'. */
export function pick<T>(choices: readonly [T, ...T[]], weightOf: (choice: T) => number, random: Random): T {
  let left = random() * choices.reduce((sum, choice) => sum + weightOf(choice), 0);
  for (const choice of choices) {
    left -= weightOf(choice);
    if (left < 0) return choice;
  }
  return choices[0];
}
