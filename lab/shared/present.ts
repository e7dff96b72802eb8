/** Returns the value. Throws when it is undefined, such as a service that the environment does not have. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a value that is needed here is missing');
  return value;
}

/** Returns one element of the list for this round, so that successive rounds use the elements in turn. */
export function inTurn<T>(list: readonly T[], round: number): T {
  return present(list[round % list.length]);
}
