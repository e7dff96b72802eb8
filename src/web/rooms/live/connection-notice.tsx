import { useTranslation } from 'react-i18next';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { LoadingLine } from '../../ui/status/loading-line.tsx';
import { calendarDay, clockTime } from '../../ui/time/time-format.ts';
import { useIsLongAgo } from '../../ui/time/use-now.ts';
import styles from './connection-notice.module.css';
import { isUnreliable, type WardState } from './state-machine/ward-state.ts';

/** Tells staff that the board is not live. Nothing is shown for a live board. */
export function ConnectionNotice({ ward }: { readonly ward: WardState }) {
  const { t } = useTranslation();
  if (isUnreliable(ward)) return <LostNotice ward={ward} />;
  if (ward.link !== 'polled') return null;
  return (
    <div className={styles.notice} data-tone="warning">
      <UiIcon name="warning" className={styles.icon} />
      <p role="status">{t('connection.polled_long')}</p>
    </div>
  );
}

/** Tells staff that they have to check the rooms in person. */
function LostNotice({ ward: { staleSince, streams, phase } }: { readonly ward: WardState }) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice}>
      <UiIcon name="no-connection" className={styles.icon} />
      <div className={styles.words}>
        <p role="alert">{staleSince === undefined ? t('connection.no_rooms') : <StaleSince instant={staleSince} />}</p>
        {streams !== undefined && phase === 'loading' && <LoadingLine title={t('streams.loading')} />}
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
