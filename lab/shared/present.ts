/** Throws when the value is undefined, such as a service that the environment does not have. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a value that is needed here is missing');
  return value;
}

/** Returns the element for this round. The rounds use the elements in turn. */
export function inTurn<T>(list: readonly T[], round: number): T {
  return present(list[round % list.length]);
}
