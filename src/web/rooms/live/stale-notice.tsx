import { useTranslation } from 'react-i18next';
import { UiIcon } from '../../ui/icons/ui-icon.tsx';
import { clockTime } from '../../ui/clock-time.ts';
import styles from './stale-notice.module.css';

/** Above rooms that are no longer live: since when, and what that means for whoever relies on them. */
export function StaleNotice({ since }: { since: number }) {
  const { t } = useTranslation();
  return (
    <div className={styles.notice} role="alert">
      <UiIcon name="no-connection" className={styles.icon} />
      <p>{t('connection.lost_long', { time: clockTime(since) })}</p>
    </div>
  );
}
