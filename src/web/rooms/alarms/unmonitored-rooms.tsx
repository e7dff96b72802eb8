import { useTranslation } from '../../language/translation.tsx';
import styles from './unmonitored-rooms.module.css';

interface UnmonitoredRoomsProps {
  /** The number of rooms that the board does not show: inactive ones and those that could not be read. */
  readonly hiddenCount: number;
  /** The number of shown rooms whose camera is unreachable. */
  readonly unreachableCount: number;
}

/** The number of rooms that no device monitors at the moment. Staff have to check these rooms in person. */
export function UnmonitoredRooms({ hiddenCount, unreachableCount }: UnmonitoredRoomsProps) {
  const { t } = useTranslation();
  if (hiddenCount + unreachableCount === 0) return null;
  return (
    <p className={styles.counts}>
      {hiddenCount > 0 && <span>{t('streams.not_monitored', { count: hiddenCount })}</span>}{' '}
      {unreachableCount > 0 && <span>{t('streams.unreachable', { count: unreachableCount })}</span>}
    </p>
  );
}
