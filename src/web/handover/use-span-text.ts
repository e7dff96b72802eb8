import { useLocalTime } from '../history/local-time.ts';
import { useHistoryTexts } from '../history/use-history-texts.ts';
import { useTranslation } from '../language/translation.tsx';
import { formatDuration } from '../ui/time/time-format.ts';
import { useHandoverTexts } from './use-handover-texts.ts';

interface OpenSpan {
  readonly from: string;
  /** Null: it goes on. */
  readonly to: string | null;
}

/**
 * Formats a time span, such as "02:10 – 02:25 (15 min)", "since 02:10" or "before 23:00 – 02:25". `knownFrom`: what
 * begins then may have begun before.
 */
export function useSpanText(): (span: OpenSpan, knownFrom?: string) => string {
  const { minute } = useLocalTime();
  const { language } = useTranslation();
  const texts = useHandoverTexts();
  const historyTexts = useHistoryTexts();
  return ({ from, to }, knownFrom) => {
    const time = minute(Date.parse(from));
    const isOlder = from === knownFrom;
    if (to === null) return isOlder ? historyTexts('already_before', { time }) : texts('since', { time });
    const end = minute(Date.parse(to));
    if (isOlder) return `${historyTexts('before', { time })} – ${end}`;
    return `${time} – ${end} (${formatDuration(Date.parse(to) - Date.parse(from), language)})`;
  };
}
