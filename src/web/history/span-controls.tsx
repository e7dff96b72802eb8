import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { useTranslation } from '../language/translation.tsx';
import { Button } from '../ui/button/button.tsx';
import { UiIcon } from '../ui/icons/icons.tsx';
import { formatCalendarDay, formatClockTime } from '../ui/time/time-format.ts';
import styles from './span-controls.module.css';
import { useHistoryTexts } from './use-history-texts.ts';

interface SpanControlsProps {
  readonly span: TimeSpan;
  /** Whether the span ends now and moves with the clock. */
  readonly isLive: boolean;
  /** `factor`: above 1, the span becomes longer. */
  readonly onZoom: (factor: number) => void;
  /** `share`: of the length of the span. Below 0, the span moves to an earlier time. */
  readonly onPan: (share: number) => void;
  readonly onNow: () => void;
}

/** Names the shown time span, and moves and zooms it. */
export function SpanControls({ span, isLive, onZoom, onPan, onNow }: SpanControlsProps) {
  const texts = useHistoryTexts();
  const { language } = useTranslation();
  const dayOf = (instant: number) => formatCalendarDay(instant, language, 'short');
  const timeOf = (instant: number) => formatClockTime(instant).slice(0, -':00'.length);
  const isOneDay = dayOf(span.from) === dayOf(span.to);
  return (
    <div className={styles.controls}>
      <p className={styles.span} aria-label={texts('shown')}>
        {dayOf(span.from)}, {timeOf(span.from)} – {isOneDay ? '' : `${dayOf(span.to)}, `}
        {timeOf(span.to)}
      </p>
      <div className={styles.buttons}>
        <Button onClick={() => onPan(-0.5)} aria-label={texts('earlier')}>
          <UiIcon name="chevron-left" size={20} />
        </Button>
        <Button onClick={() => onPan(0.5)} disabled={isLive} aria-label={texts('later')}>
          <UiIcon name="chevron-right" size={20} />
        </Button>
        <Button onClick={() => onZoom(3)} aria-label={texts('zoom_out')}>
          −
        </Button>
        <Button onClick={() => onZoom(1 / 3)} aria-label={texts('zoom_in')}>
          +
        </Button>
        <Button onClick={onNow} disabled={isLive}>
          {texts('now')}
        </Button>
      </div>
    </div>
  );
}
