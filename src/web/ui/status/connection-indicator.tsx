import { useTranslation } from '../../language/translation.tsx';
import { useConnectionState } from '../../api/connection-state.ts';
import { useClockOffsetMs } from '../../api/server-clock.ts';
import { formatCalendarDay, formatClockTime } from '../time/time-format.ts';
import styles from './connection-indicator.module.css';
import { UiIcon } from '../icons/icons.tsx';
import { useIsLongAgo } from '../time/use-now.ts';

const icons = {
  live: 'live',
  connecting: 'connecting',
  delayed: 'warning',
  polled: 'warning',
  lost: 'no-connection',
} as const;

/** Shows the state of the connection in the top bar by an icon, a text and a colour. */
export function ConnectionIndicator() {
  const { t } = useTranslation();
  const connection = useConnectionState();
  if (connection.kind === 'none') return null;
  return (
    <p className={styles.indicator} data-kind={connection.kind} role="status" aria-label={t('connection.label')}>
      <UiIcon name={icons[connection.kind]} size={20} />
      <span>
        {connection.kind === 'lost' ? <OfflineSince instant={connection.since} /> : t(`connection.${connection.kind}`)}
      </span>
    </p>
  );
}

function OfflineSince({ instant }: { readonly instant: number }) {
  const { t, language } = useTranslation();
  const shown = instant + useClockOffsetMs();
  const time = formatClockTime(shown);
  const date = formatCalendarDay(shown, language, 'short');
  if (!useIsLongAgo(instant)) return t('connection.lost_since', { time });
  return <span className={styles.dated}>{t('connection.lost_since_day', { date, time })}</span>;
}
