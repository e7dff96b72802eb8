import { useTranslation } from 'react-i18next';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { LoadingLine } from '../../ui/status/loading-line.tsx';
import { calendarDay, clockTime } from '../../ui/time/time-format.ts';
import { useIsLongAgo } from '../../ui/time/use-now.ts';
import styles from './connection-lost-notice.module.css';

interface ConnectionLostNoticeProps {
  /** The last moment at which the shown rooms were current, in epoch milliseconds. Undefined: no rooms are shown. */
  readonly staleSince: number | undefined;
  readonly isLoading: boolean;
}

/** Tells staff that the board is not live and that they have to check the rooms in person. */
export function ConnectionLostNotice({ staleSince, isLoading }: ConnectionLostNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <UiIcon name="no-connection" className={styles.icon} />
      <div className={styles.words}>
        <p role="alert">{staleSince === undefined ? t('connection.no_rooms') : <StaleSince instant={staleSince} />}</p>
        {isLoading && <LoadingLine title={t('streams.loading')} />}
      </div>
    </div>
  );
}

function StaleSince({ instant }: { readonly instant: number }) {
  const { t, i18n } = useTranslation();
  const time = clockTime(instant);
  const date = calendarDay(instant, i18n.resolvedLanguage ?? 'en');
  return useIsLongAgo(instant) ? t('connection.lost_long_day', { date, time }) : t('connection.lost_long', { time });
}
