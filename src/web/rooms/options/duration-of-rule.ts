import { minutesText, secondsText } from '../../ui/time/time-format.ts';

/** How long a status must last, such as "10 min" or "90s". A part of a minute would be rounded, so it is in seconds. */
export function durationOfRule(afterSeconds: number, language: string): string {
  return afterSeconds % 60 === 0 ? minutesText(afterSeconds / 60, language) : secondsText(afterSeconds, language);
}
