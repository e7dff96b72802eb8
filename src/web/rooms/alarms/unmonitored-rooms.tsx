import { useTranslation } from 'react-i18next';
import styles from './unmonitored-rooms.module.css';

interface UnmonitoredRoomsProps {
  /** Rooms that are inactive and not shown. */
  readonly inactiveCount: number;
  /** Rooms that are shown, and whose camera is unreachable. */
  readonly unreachableCount: number;
}

/** How many rooms nobody monitors at the moment, so that staff check them in person. */
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
