/** A repeatable random source for tests. */

/** The same seed gives the same numbers. Xorshift with 32 bits (Marsaglia, 2003). */
export function seededRandom(seed: number): () => number {
  // Zero is the one state that never changes. The multiplication separates neighbouring seeds.
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
