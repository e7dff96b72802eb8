/** Personal records of a user in the local storage. A logout deletes them, because several people use one browser. */

/** The prefix of the keys of personal records in the local storage. */
export const personalKeyPrefix = 'room-status:personal:';

export function clearPersonalRecords(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(personalKeyPrefix)) storage.removeItem(key);
}
