import { useTranslation } from 'react-i18next';
import { calendarDay, clockTime } from '../../ui/time/time-format.ts';
import { UiIcon } from '../../ui/icons/ui-icon.tsx';
import { LoadingLine } from '../../ui/status/loading-line.tsx';
import { useIsLongAgo } from '../../ui/time/use-is-long-ago.ts';
import styles from './connection-lost-notice.module.css';

interface ConnectionLostNoticeProps {
  /** When the rooms shown were last true, epoch milliseconds; undefined: none are shown. */
  readonly since: number | undefined;
  readonly isLoading: boolean;
}

/** Above rooms that are no longer live, or in their place: what that means for whoever relies on them. */
export function ConnectionLostNotice({ since, isLoading }: ConnectionLostNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <UiIcon name="no-connection" className={styles.icon} />
      <p className={styles.words} role="alert">
        {since === undefined ? t('connection.no_rooms') : <AsOf instant={since} />}
      </p>
      {isLoading && <LoadingLine title={t('streams.loading')} />}
    </div>
  );
}

function AsOf({ instant }: { readonly instant: number }) {
  const { t, i18n } = useTranslation();
  const time = clockTime(instant);
  const date = calendarDay(instant, i18n.resolvedLanguage ?? 'en');
  return useIsLongAgo(instant) ? t('connection.lost_long_day', { date, time }) : t('connection.lost_long', { time });
}
