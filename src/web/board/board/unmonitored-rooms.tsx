import type { Room } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { isAlertAnswered, isUnmonitored, selectTechnicalAlerts } from '../../live/open-alerts.ts';
import { hasNoDevice, isUnreachable } from '../status/unreachable.ts';
import styles from './unmonitored-rooms.module.css';

interface UnmonitoredRoomsProps {
  readonly rooms: readonly Room[];
  /** The number of rooms that the server sent and the board could not read. */
  readonly skippedCount: number;
  /** Shows the technical alerts, so that staff can answer them. */
  readonly onOpen: () => void;
}

/**
 * Shows the number of rooms that no device monitors: rooms that are not shown or have a technical alert, and separately
 * rooms with an unreachable camera and rooms without a device. Staff have to check these rooms in person.
 */
export function UnmonitoredRooms({ rooms, skippedCount, onOpen }: UnmonitoredRoomsProps) {
  const { t } = useTranslation();
  const shown = rooms.filter(({ status }) => status !== 'INACTIVE');
  const unreachableCount = shown.filter(isUnreachable).length;
  const noDeviceCount = shown.filter(hasNoDevice).length;
  const unmonitored = shown.filter((room) => isUnmonitored(room) && !isUnreachable(room) && !hasNoDevice(room));
  const unmonitoredCount = rooms.length - shown.length + skippedCount + unmonitored.length;
  if (unmonitoredCount + unreachableCount + noDeviceCount === 0) return null;
  const counts = (
    <span>
      {unmonitoredCount > 0 && <span>{t('streams.not_monitored', { count: unmonitoredCount })}</span>}{' '}
      {unreachableCount > 0 && <span>{t('streams.unreachable', { count: unreachableCount })}</span>}{' '}
      {noDeviceCount > 0 && <span>{`${t('room.no_device')} · ${noDeviceCount}`}</span>}
    </span>
  );
  const alerts = selectTechnicalAlerts(rooms);
  if (alerts.length === 0) return <p className={styles.counts}>{counts}</p>;
  return (
    <button type="button" className={styles.counts} aria-haspopup="dialog" onClick={onOpen}>
      {alerts.some(({ alert }) => !isAlertAnswered(alert)) && <UiIcon name="warning" size="1.25rem" />}
      {counts}
    </button>
  );
}
