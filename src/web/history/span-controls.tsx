import { use } from 'react';
import type { TimeSpan } from '../../domain/history/status-periods.ts';
import { Button } from '../ui/button/button.tsx';
import { UiIcon } from '../ui/icons/icons.tsx';
import { browserTimeZone, HistoryTimeZone, useLocalTime } from './local-time.ts';
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
  const timeZone = use(HistoryTimeZone);
  const { day, minute } = useLocalTime();
  const isOneDay = day(span.from) === day(span.to);
  return (
    <div className={styles.controls}>
      <p className={styles.span} aria-label={texts('shown')}>
        {day(span.from)}, {minute(span.from)} – {isOneDay ? '' : `${day(span.to)}, `}
        {minute(span.to)}
        {timeZone !== browserTimeZone && <span className={styles.zone}> {timeZone}</span>}
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
