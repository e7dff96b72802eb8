/** A Web Storage in memory, full beyond `limit` characters a value. */
export function memoryStorage(limit = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => items.delete(key),
    setItem: (key, value) => {
      if (value.length > limit) throw new Error('the quota is exceeded');
      items.set(key, value);
    },
  };
}
