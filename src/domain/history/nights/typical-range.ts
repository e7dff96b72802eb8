/** How a night of a room differs from its own nights before. */
import type { SleepNumbers } from './sleep-numbers.ts';

/** The numbers of a night that are compared. */
export const comparedNumbers = [
  'bedExits',
  'bathroomVisits',
  'restlessCount',
  'maxOutOfBedSeconds',
  'bathroomSeconds',
] as const;

export type ComparedNumber = (typeof comparedNumbers)[number];

/** A night is compared with so many nights before it. */
export const comparedNightCount = 14;
/** With fewer nights nothing is called typical. */
const minNightCount = 5;
/** A night counts if at least this share of its hours of sleep was monitored. */
const minMonitoredShare = 0.75;

/** A difference below these is no news, however regular the room is. Seconds, or a count. */
const minDifferences: Readonly<Record<ComparedNumber, number>> = {
  bedExits: 2,
  bathroomVisits: 2,
  restlessCount: 4,
  maxOutOfBedSeconds: 600,
  bathroomSeconds: 600,
};

/** The typical values of a number: `low` and `high` are the second lowest and the second highest of the nights. */
interface TypicalRange {
  readonly low: number;
  readonly high: number;
}

export type TypicalRanges = Readonly<Record<ComparedNumber, TypicalRange>>;

export function comparedValue({ seconds, ...numbers }: SleepNumbers, name: ComparedNumber): number {
  return name === 'bathroomSeconds' ? seconds.bathroom : numbers[name];
}

/** Whether enough of the night was monitored to compare it. */
export function isComparable({ seconds }: SleepNumbers): boolean {
  const total = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  return total > 0 && 1 - seconds.unmonitored / total >= minMonitoredShare;
}

/**
 * The typical ranges of the nights before. One night outside on each side does not widen the range. Undefined: too few
 * nights are known.
 */
export function typicalRangesOf(nights: readonly SleepNumbers[]): TypicalRanges | undefined {
  const known = nights.filter(isComparable);
  if (known.length < minNightCount) return undefined;
  const rangeOf = (name: ComparedNumber): TypicalRange => {
    const values = known.map((night) => comparedValue(night, name)).toSorted((one, other) => one - other);
    return { low: values[1] ?? 0, high: values.at(-2) ?? 0 };
  };
  return {
    bedExits: rangeOf('bedExits'),
    bathroomVisits: rangeOf('bathroomVisits'),
    restlessCount: rangeOf('restlessCount'),
    maxOutOfBedSeconds: rangeOf('maxOutOfBedSeconds'),
    bathroomSeconds: rangeOf('bathroomSeconds'),
  };
}

/** The numbers of a night that are clearly above the typical range. Staff look after more, not after less. */
export function raisedNumbersOf(night: SleepNumbers, typical: TypicalRanges): readonly ComparedNumber[] {
  return comparedNumbers.filter((name) => comparedValue(night, name) >= typical[name].high + minDifferences[name]);
}
