/** Durations as an operator writes and reads them. */
import { InvalidArgumentError } from '@commander-js/extra-typings';

const dayMs = 86_400_000;
const unitMs = new Map([
  ['h', dayMs / 24],
  ['d', dayMs],
  ['w', 7 * dayMs],
  ['y', 365 * dayMs],
]);

/** Returns `90d` as milliseconds. Throws InvalidArgumentError for less than one day. */
export function parseDurationMs(text: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([hdwy])$/.exec(text) ?? [];
  const durationMs = Number(number ?? 0) * (unitMs.get(unit) ?? 0);
  if (durationMs >= dayMs) return durationMs;
  throw new InvalidArgumentError('Use a duration of one day or more, such as 90d, 12w or 2y.');
}

/** Returns `12 s`, `5 min`, `3 h` or `2 d`, rounded down as on the pages; `never` for null. */
export function formatAge(instant: number | null, now: number): string {
  if (instant === null) return 'never';
  const seconds = Math.max(0, Math.floor((now - instant) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} d`;
}
