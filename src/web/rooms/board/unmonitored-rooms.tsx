import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { isAnswered, isUnmonitored, technicalAlerts } from '../alerts/open-alerts.ts';
import { isUnreachable } from '../status/unreachable.ts';
import styles from './unmonitored-rooms.module.css';

interface UnmonitoredRoomsProps {
  readonly rooms: readonly Room[];
  /** The number of rooms that could not be read. */
  readonly skippedCount: number;
  /** Shows the alerts, so that staff can answer the technical ones. */
  readonly onOpen: () => void;
}

/**
 * The number of rooms that no device monitors at the moment: those that the board does not show, that are paused or that
 * have a technical alert, and apart from them those whose camera is unreachable. Staff have to check these rooms in person.
 */
export function UnmonitoredRooms({ rooms, skippedCount, onOpen }: UnmonitoredRoomsProps) {
  const { t } = useTranslation();
  const shown = rooms.filter(({ status }) => status !== 'INACTIVE');
  const unreachableCount = shown.filter(isUnreachable).length;
  const unmonitored = shown.filter((room) => isUnmonitored(room) && !isUnreachable(room));
  const unmonitoredCount = rooms.length - shown.length + skippedCount + unmonitored.length;
  if (unmonitoredCount + unreachableCount === 0) return null;
  const counts = (
    <span className={styles.counts}>
      {unmonitoredCount > 0 && <span>{t('streams.not_monitored', { count: unmonitoredCount })}</span>}{' '}
      {unreachableCount > 0 && <span>{t('streams.unreachable', { count: unreachableCount })}</span>}
    </span>
  );
  const alerts = technicalAlerts(rooms);
  if (alerts.length === 0) return <p className={styles.text}>{counts}</p>;
  return (
    <button type="button" className={styles.button} aria-haspopup="dialog" onClick={onOpen}>
      {alerts.some(({ alert }) => !isAnswered(alert)) && <UiIcon name="warning" className={styles.icon} />}
      {counts}
    </button>
  );
}
