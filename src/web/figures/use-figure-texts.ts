import { useSearchParams } from 'react-router';
import { useTexts } from '../administration/use-texts.ts';
import { formatDuration } from '../ui/time/time-format.ts';
import type { Totals } from './figures.ts';

const none = '–';

/** Formats figures. A value that is not known is a dash. */
export function useFigureTexts() {
  const { t, language } = useTexts();
  const time = (ms: number | null | undefined): string =>
    ms === null || ms === undefined ? none : formatDuration(ms, language);
  return {
    time,
    /** The time of half of the alerts, and of nine of ten. */
    times: (value: Totals['acknowledgedMs']): string =>
      value === null ? none : t('figures.times', { p50: time(value.p50), p90: time(value.p90) }),
    share: (value: number | null): string =>
      value === null
        ? none
        : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(value),
    load: (value: number | null): string =>
      value === null ? none : new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value),
    count: (value: number): string => new Intl.NumberFormat(language).format(value),
  };
}

/** The address of the alerts that a figure counts, for the same place and period. */
export function useAlertsAddress(): (filter: Readonly<Record<string, string>>) => string {
  const [parameters] = useSearchParams();
  return (filter) => `?${new URLSearchParams({ ...Object.fromEntries(parameters), ...filter }).toString()}`;
}
