/** From a promise to the two callbacks of a library that knows no promises; what they throw is its own. */
export async function settle<T>(
  work: Promise<T>,
  onValue: (value: T) => void,
  onError: (error: Error) => void,
): Promise<void> {
  let value: T;
  try {
    value = await work;
  } catch (error) {
    return onError(error instanceof Error ? error : new Error(String(error)));
  }
  onValue(value);
}
