import { useTranslation } from '../../language/translation.tsx';
import styles from './unmonitored-rooms.module.css';

interface UnmonitoredRoomsProps {
  /** The number of rooms that the board does not show, or that have a technical alert. */
  readonly unmonitoredCount: number;
  /** The number of shown rooms whose camera is unreachable. */
  readonly unreachableCount: number;
}

/** The number of rooms that no device monitors at the moment. Staff have to check these rooms in person. */
export function UnmonitoredRooms({ unmonitoredCount, unreachableCount }: UnmonitoredRoomsProps) {
  const { t } = useTranslation();
  if (unmonitoredCount + unreachableCount === 0) return null;
  return (
    <p className={styles.counts}>
      {unmonitoredCount > 0 && <span>{t('streams.not_monitored', { count: unmonitoredCount })}</span>}{' '}
      {unreachableCount > 0 && <span>{t('streams.unreachable', { count: unreachableCount })}</span>}
    </p>
  );
}
