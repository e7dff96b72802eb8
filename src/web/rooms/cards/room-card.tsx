import { memo } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { statusOfCode } from '../../../domain/room-status.ts';
import { isCalm, type Room } from '../../../domain/room.ts';
import { alertOfRoom, isAnswered } from '../alerts/open-alerts.ts';
import { RoomOptionsButton } from '../options/room-options-button.tsx';
import { LastNotification } from './last-notification.tsx';
import { roomElementId } from '../alerts/scroll-to-room.ts';
import { hasChips, RoomChips } from '../status/room-chips.tsx';
import styles from './room-card.module.css';
import { statusStyle } from '../status/status-style.ts';
import { OfflineSource } from '../status/offline-source.tsx';
import { isUnreachable } from '../status/unreachable.ts';
import { nameLength, statusLength } from './text-length.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';

/** A room: its current status above its last notification (WARD-3, WARD-4). */
export const RoomCard = memo(function RoomCard({ stream }: { stream: Room }) {
  const { t } = useTranslation();
  const room = statusOfCode(stream.roomStatus);
  const alert = alertOfRoom(stream);
  const hasSign = alert?.status === stream.roomStatus;
  const hasNoCamera = isUnreachable(stream);
  const hasBadge = hasChips(stream, alert);
  const statusName = t(`status.${room.name}`);
  return (
    <article
      id={roomElementId(stream.uuid)}
      tabIndex={-1}
      className={styles.card}
      aria-labelledby={`room-${stream.uuid}`}
      data-stream={stream.uuid}
      data-alert={alert?.priority}
      data-answered={alert && isAnswered(alert)}
      data-badge={hasBadge}
      data-name={nameLength(stream.displayName)}
      data-status={statusLength(statusName, Number(hasSign) + Number(hasNoCamera))}
      data-source={stream.offlineSource}
    >
      <header className={styles.header} style={statusStyle(stream.roomStatus, isCalm(stream))}>
        <h2 id={`room-${stream.uuid}`} className={styles.name} title={stream.displayName}>
          {stream.displayName}
        </h2>
        <RoomOptionsButton room={stream} />
        <p className={styles.status}>
          {hasSign && <UiIcon name="warning" className={styles.sign} />}
          {hasNoCamera && <UiIcon name="no-connection" className={styles.sign} />}
          {statusName}
        </p>
        {stream.offlineSource && <OfflineSource source={stream.offlineSource} className={styles.source} />}
        {hasBadge && <RoomChips room={stream} alert={alert} badge={styles.badge} />}
      </header>
      <LastNotification stream={stream} />
    </article>
  );
});
