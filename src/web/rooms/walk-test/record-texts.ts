/** Texts of the record of a walk test. */
import { calendarDay, clockTime, secondsText } from '../../ui/time/time-format.ts';
import type { WalkTest } from './walk-test.ts';

/** How long a report took, such as "0.4 s" or "12 s". */
export function durationText({ afterMs }: { readonly afterMs: number }, language: string): string {
  const seconds = afterMs / 1_000;
  return secondsText(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds), language);
}

/** When a room was tested. With the day if the walk test was started on another day, as the record names that day only. */
export function testedAtText(at: number, startedAt: number, language: string): string {
  const day = calendarDay(at, language, 'short');
  return day === calendarDay(startedAt, language, 'short') ? clockTime(at) : `${day}, ${clockTime(at)}`;
}

/** The names of the people who tested the rooms, each once. The user who looks at the record may be another one. */
export function testersOf({ rooms }: Pick<WalkTest, 'rooms'>): readonly string[] {
  return [...new Set(rooms.flatMap(({ by }) => by ?? []))];
}
