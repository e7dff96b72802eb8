/** Creates a Web Storage in memory, which rejects values of more than `maxValueLength` characters. */
export function memoryStorage(maxValueLength = Number.POSITIVE_INFINITY): Storage {
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
      if (value.length > maxValueLength) throw new Error('the quota is exceeded');
      items.set(key, value);
    },
  };
}
