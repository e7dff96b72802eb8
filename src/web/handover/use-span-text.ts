import { useLocalTime } from '../history/local-time.ts';
import { useTranslation } from '../language/translation.tsx';
import { formatDuration } from '../ui/time/time-format.ts';
import { useHandoverTexts } from './use-handover-texts.ts';

/** Formats a time span, such as "02:10 – 02:25 (15 min)", or "since 02:10" if it goes on. */
export function useSpanText(): (span: { readonly from: string; readonly to: string | null }) => string {
  const { minute } = useLocalTime();
  const { language } = useTranslation();
  const texts = useHandoverTexts();
  return ({ from, to }) => {
    const start = minute(Date.parse(from));
    if (to === null) return texts('since', { time: start });
    return `${start} – ${minute(Date.parse(to))} (${formatDuration(Date.parse(to) - Date.parse(from), language)})`;
  };
}
