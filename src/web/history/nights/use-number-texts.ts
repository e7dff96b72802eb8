import type { ComparedNumber } from '../../../domain/history/nights/typical-range.ts';
import { useTranslation } from '../../language/translation.tsx';
import { formatDuration } from '../../ui/time/time-format.ts';

/** The names of the numbers in the texts. */
export const numberTexts = {
  bedExits: 'bed_exits',
  bathroomVisits: 'bathroom_visits',
  restlessCount: 'restless',
  maxOutOfBedSeconds: 'max_out_of_bed',
  bathroomSeconds: 'in_bathroom',
} as const satisfies Record<ComparedNumber, string>;

/** Formats the numbers of nights: a count, or a duration. */
export function useNumberTexts() {
  const { language } = useTranslation();
  const value = (name: ComparedNumber, number: number): string =>
    name === 'maxOutOfBedSeconds' || name === 'bathroomSeconds'
      ? formatDuration(number * 1_000, language)
      : String(number);
  return {
    value,
    range: (name: ComparedNumber, { low, high }: { readonly low: number; readonly high: number }): string => {
      const [from, to] = [value(name, low), value(name, high)];
      return from === to ? from : `${from} – ${to}`;
    },
  };
}
