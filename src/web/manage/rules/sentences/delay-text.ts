import { minutesText, secondsText } from '../../../ui/time/time-format.ts';

/** The delay of a rule as entered, in minutes. One that rounds to no tenth of a minute is in seconds. */
export function delayText(entered: string, language: string): string {
  const minutes = Number(entered.replace(',', '.')) || 0;
  const rounded = Math.round(minutes * 10) / 10;
  return rounded === 0 && minutes > 0
    ? secondsText(Math.round(minutes * 60), language)
    : minutesText(rounded, language);
}
