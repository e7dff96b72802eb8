/**
 * Sorts by displayName with the rules of the language, and numbers by value: "Room 2" before "Room 10". Equal names are
 * sorted by uuid, so that all screens show the same order.
 */
export function sortByDisplayName<T extends { readonly displayName: string; readonly uuid: string }>(
  items: readonly T[],
  language: string,
): T[] {
  const collator = new Intl.Collator(language, { numeric: true });
  return items.toSorted(
    (a, b) => collator.compare(a.displayName, b.displayName) || (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0),
  );
}
