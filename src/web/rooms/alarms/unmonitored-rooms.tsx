import { useTranslation } from 'react-i18next';
import styles from './unmonitored-rooms.module.css';

interface UnmonitoredRoomsProps {
  /** The number of inactive rooms, which the board does not show. */
  readonly inactiveCount: number;
  /** The number of shown rooms whose camera is unreachable. */
  readonly unreachableCount: number;
}

/** The number of rooms that no device monitors at the moment. Staff have to check these rooms in person. */
export function UnmonitoredRooms({ inactiveCount, unreachableCount }: UnmonitoredRoomsProps) {
  const { t } = useTranslation();
  if (inactiveCount + unreachableCount === 0) return null;
  return (
    <p className={styles.counts}>
      {inactiveCount > 0 && <span>{t('streams.not_monitored', { count: inactiveCount })}</span>}{' '}
      {unreachableCount > 0 && <span>{t('streams.unreachable', { count: unreachableCount })}</span>}
    </p>
  );
}
