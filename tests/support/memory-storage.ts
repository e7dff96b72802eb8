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

/** A storage with the same entries, as in a duplicated tab. */
export function copyOf(storage: Storage): Storage {
  const copy = memoryStorage();
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index) ?? '';
    copy.setItem(key, storage.getItem(key) ?? '');
  }
  return copy;
}
