/** Returns a function that computes the value of each key once. It keeps all values, so use it within one call only. */
export function memoize<K, T>(compute: (key: K) => T): (key: K) => T {
  const known = new Map<K, { readonly value: T }>();
  return (key) => {
    const entry = known.get(key) ?? { value: compute(key) };
    known.set(key, entry);
    return entry.value;
  };
}
