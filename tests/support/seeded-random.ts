/** Creates a random source for tests. The same seed gives the same numbers. Xorshift with 32 bits (Marsaglia, 2003). */
export function seededRandom(seed: number): () => number {
  // Xorshift never leaves the state zero, so zero becomes one. The multiplication makes similar seeds differ.
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
