/** The texts of a period of a history. */
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { useTranslation } from '../language/translation.tsx';
import { formatDuration } from '../ui/time/time-format.ts';
import type { ShownPeriod } from './history.ts';
import { useLocalTime } from './local-time.ts';
import { useHistoryTexts } from './use-history-texts.ts';

export function usePeriodTexts() {
  const { language } = useTranslation();
  const texts = useHistoryTexts();
  const { dayTime } = useLocalTime();
  const durationOf = ({ from, to, isOlder, lastsUntil }: ShownPeriod) =>
    `${isOlder || lastsUntil === 'unknown' ? '> ' : ''}${formatDuration(to - from, language)}`;
  return {
    /** When a period began: "02:13:10", or "before 02:00:00" if only the fetched part is known. */
    start: ({ from, isOlder }: ShownPeriod) => (isOlder ? texts('before', { time: dayTime(from) }) : dayTime(from)),
    /** How long a period lasted: "3 min", or "> 3 min" if only a part of it is known. */
    duration: (period: ShownPeriod) => (period.lastsUntil === 'now' ? texts('ongoing') : durationOf(period)),
    /** When a period began and how long it lasted, as a part of a sentence. */
    since: (period: ShownPeriod) =>
      period.isOlder
        ? texts('already_before', { time: dayTime(period.from) })
        : texts('since', { time: dayTime(period.from), duration: durationOf(period) }),
    /** Why nothing is known about a moment: no server ran, or the room had reported nothing yet. */
    unknown: (gaps: readonly TimeSpan[], moment: number) =>
      texts(gaps.some(({ from, to }) => from <= moment && moment < to) ? 'gap' : 'unknown'),
  };
}
