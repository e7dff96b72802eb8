/** Spans of time as people write and read them. */
import { CommandError } from './command.ts';

const second = 1_000;
const units = { h: 3_600 * second, d: 86_400 * second, w: 7 * 86_400 * second, y: 365 * 86_400 * second } as const;

/** `90d` as milliseconds. Throws CommandError. */
export function durationOf(option: string, text: string): number {
  const [, number, unit] = /^(\d{1,5})([hdwy])$/.exec(text) ?? [];
  if (number !== undefined && (unit === 'h' || unit === 'd' || unit === 'w' || unit === 'y')) {
    const duration = Number(number) * units[unit];
    if (duration >= units.d) return duration;
  }
  throw new CommandError(`${option}: "${text}" is no time such as 90d, 12w or 2y, of one day or more.`);
}

/** `12 s`, `5 min`, `3 h`, `2 d`; `never` for null. */
export function ageOf(instant: number | null, now: number): string {
  if (instant === null) return 'never';
  const seconds = Math.max(0, Math.round((now - instant) / second));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}
