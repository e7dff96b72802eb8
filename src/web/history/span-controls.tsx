import { Button } from '../ui/button/button.tsx';
import { UiIcon } from '../ui/icons/icons.tsx';
import { useLocalTime } from './local-time.ts';
import styles from './span-controls.module.css';
import { useHistoryTexts } from './use-history-texts.ts';
import type { ViewActions } from './use-view.ts';

/** Names the shown time span, and moves and zooms it. */
export function SpanControls({ view }: { readonly view: ViewActions }) {
  const texts = useHistoryTexts();
  const { from, to, isLive, pan, zoom, showNow } = view;
  const { day, minute, timeZone, isForeign } = useLocalTime();
  const isOneDay = day(from) === day(to);
  return (
    <div className={styles.controls}>
      <p className={styles.span} aria-label={texts('shown')}>
        {day(from)}, {minute(from)} – {isOneDay ? '' : `${day(to)}, `}
        {minute(to)}
        {isForeign && <span className={styles.zone}> {timeZone}</span>}
      </p>
      <div className={styles.buttons}>
        <Button onClick={() => pan((from - to) / 2)} aria-label={texts('earlier')}>
          <UiIcon name="chevron-left" size={20} />
        </Button>
        <Button onClick={() => pan((to - from) / 2)} disabled={isLive} aria-label={texts('later')}>
          <UiIcon name="chevron-right" size={20} />
        </Button>
        <Button onClick={() => zoom(3, view.moment ?? to)} aria-label={texts('zoom_out')}>
          −
        </Button>
        <Button onClick={() => zoom(1 / 3, view.moment ?? to)} aria-label={texts('zoom_in')}>
          +
        </Button>
        <Button onClick={showNow} disabled={isLive}>
          {texts('now')}
        </Button>
      </div>
    </div>
  );
}
