import { useTranslation } from 'react-i18next';
import styles from './unmonitored-rooms.module.css';

interface UnmonitoredRoomsProps {
  /** Rooms that are inactive and not shown. */
  readonly unmonitored: number;
  /** Rooms that are shown, whose camera cannot be reached now. */
  readonly unreachable: number;
}

/** Nobody may miss that there are rooms without an eye on them. */
export function UnmonitoredRooms({ unmonitored, unreachable }: UnmonitoredRoomsProps) {
  const { t } = useTranslation();
  if (unmonitored + unreachable === 0) return null;
  return (
    <p className={styles.counts}>
      {unmonitored > 0 && <span>{t('streams.not_monitored', { count: unmonitored })}</span>}{' '}
      {unreachable > 0 && <span>{t('streams.unreachable', { count: unreachable })}</span>}
    </p>
  );
}
