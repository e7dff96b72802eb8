import { memo } from 'react';
import { isCalm, type Room } from '../../../domain/room.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { alertOfRoom, isAnswered } from '../alerts/open-alerts.ts';
import { roomElementId } from '../alerts/scroll-to-room.ts';
import { RoomOptionsButton } from '../options/room-options-button.tsx';
import { hasChips, RoomChips } from '../status/room-chips.tsx';
import styles from './small-room-card.module.css';
import { statusStyle } from '../status/status-style.ts';
import { isUnreachable } from '../status/unreachable.ts';

/** A room on a board with several wards: its name, its status and its alert. */
export const SmallRoomCard = memo(function SmallRoomCard({ room }: { readonly room: Room }) {
  const { t } = useTranslation();
  const alert = alertOfRoom(room);
  const statusName = t(`status.${statusOfCode(room.roomStatus).name}`);
  return (
    <article
      id={roomElementId(room.uuid)}
      tabIndex={-1}
      className={styles.card}
      aria-labelledby={`room-${room.uuid}`}
      data-stream={room.uuid}
      data-alert={alert?.priority}
      data-answered={alert && isAnswered(alert)}
    >
      <header className={styles.header} style={statusStyle(room.roomStatus, isCalm(room))}>
        <h3 id={`room-${room.uuid}`} className={styles.name} title={room.displayName}>
          {room.displayName}
        </h3>
        <RoomOptionsButton room={room} />
        <p className={styles.status} title={statusName}>
          {alert?.status === room.roomStatus && <UiIcon name="warning" className={styles.sign} />}
          {isUnreachable(room) && <UiIcon name="no-connection" className={styles.sign} />}
          {statusName}
        </p>
        {hasChips(room, alert) && <RoomChips room={room} alert={alert} badge={styles.badge} />}
      </header>
    </article>
  );
});
