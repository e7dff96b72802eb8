/**
 * Clients have locations, locations have wards, wards have streams (specification, section 3). All uuids are in lower
 * case.
 */

export interface Client {
  readonly uuid: string;
  readonly displayName: string;
}

export interface Location {
  readonly uuid: string;
  readonly displayName: string;
  readonly clientUUID: string;
}

export interface Ward {
  readonly uuid: string;
  readonly displayName: string;
  readonly locationUUID: string;
}

/**
 * Sorts by displayName with the rules of the language, and numbers by value: "Room 2" before "Room 10". The uuid
 * decides between equal names, so that all screens show the same order.
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
