import { useSyncExternalStore } from 'react';
import type { ShownAlert, ShownPause } from '../../../domain/alerts/shown-alert.ts';
import type { Room } from '../../../domain/room.ts';
import { clockOffsetMs } from '../../api/server-clock.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { subscribeClock } from '../../ui/time/clock.ts';
import { minutesText } from '../../ui/time/time-format.ts';
import { AlertBadge, hasAlertBadge } from './alert-badge.tsx';
import styles from './room-chips.module.css';

interface RoomChipsProps {
  readonly room: Room;
  readonly alert: ShownAlert | undefined;
  /** The class of the badge of an alert. */
  readonly badge: string | undefined;
}

export function hasChips(room: Room, alert: ShownAlert | undefined): boolean {
  return room.pause !== undefined || (alert !== undefined && hasAlertBadge(alert, room.roomStatus));
}

/** What happened in the room and who is going, and how long its alerts are paused. Only for rooms with `hasChips`. */
export function RoomChips({ room, alert, badge }: RoomChipsProps) {
  return (
    <div className={styles.chips}>
      {alert && <AlertBadge alert={alert} roomStatus={room.roomStatus} className={badge} />}
      {room.pause && <PauseChip pause={room.pause} />}
    </div>
  );
}

/** The minutes that are left, so that everybody sees that no new alert will come, and until when. */
function PauseChip({ pause }: { readonly pause: ShownPause }) {
  const { t, language } = useTranslation();
  const minutes = useSyncExternalStore(subscribeTime, () => minutesUntil(pause.until));
  return (
    <p className={styles.pause}>
      <UiIcon name="pause" className={styles.icon} />
      <span className={styles.word}>{t('room_options.paused')} · </span>
      <time dateTime={pause.until}>{minutesText(minutes, language)}</time>
    </p>
  );
}

function minutesUntil(until: string): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.now() - clockOffsetMs()) / 60_000));
}

function subscribeTime(listener: () => void): () => void {
  return subscribeClock(5_000, listener);
}
