import { memo } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { statusOfCode } from '../../../domain/room-status.ts';
import { isCalm, type Room } from '../../../domain/room.ts';
import { alertOfRoom, isAnswered } from '../alerts/open-alerts.ts';
import { RoomOptionsButton } from '../options/room-options-button.tsx';
import { hasChips, RoomChips } from '../status/room-chips.tsx';
import { isUnreachable } from '../status/unreachable.ts';
import { NotificationAge, NotificationTime } from '../status/notification-time.tsx';
import { roomElementId } from '../alerts/scroll-to-room.ts';
import styles from './room-row.module.css';
import { statusStyle } from '../status/status-style.ts';
import { OfflineSource } from '../status/offline-source.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';

/** A room as a row of the table: its name with its status, its type and its last notification. */
export const RoomRow = memo(function RoomRow({ stream }: { stream: Room }) {
  const { t } = useTranslation();
  const { uuid, displayName, roomStatus, type } = stream;
  const status = statusOfCode(roomStatus);
  const alert = alertOfRoom(stream);
  return (
    <tr
      id={roomElementId(uuid)}
      className={styles.row}
      tabIndex={-1}
      data-stream={uuid}
      data-alert={alert?.priority}
      data-answered={alert && isAnswered(alert)}
    >
      <th scope="row">
        <span className={styles.room}>{displayName}</span>
        <span className={styles.status} style={statusStyle(roomStatus, isCalm(stream))}>
          {alert?.status === roomStatus && <UiIcon name="warning" className={styles.icon} />}
          {isUnreachable(stream) ? (
            <UiIcon name="no-connection" className={styles.icon} />
          ) : (
            <StatusIcon name={status.icon} className={styles.icon} />
          )}
          {t(`status.${status.name}`)}
        </span>
        {stream.offlineSource && <OfflineSource source={stream.offlineSource} className={styles.source} />}
        <div className={styles.chips}>
          {hasChips(stream, alert) && <RoomChips room={stream} alert={alert} badge={styles.badge} />}
        </div>
      </th>
      <td>{type !== undefined && t(`stream_type.${type}`)}</td>
      <td>
        <LastUpdate stream={stream} />
        <RoomOptionsButton room={stream} />
      </td>
    </tr>
  );
});

/** The time of the last notification. The notified status is shown only if it differs from the room status. */
function LastUpdate({ stream }: { stream: Room }) {
  const { t } = useTranslation();
  const { roomStatus, lastNotification, lastNotificationSent } = stream;
  if (lastNotification === null || lastNotificationSent === null) return null;
  return (
    <>
      <p className={styles.time}>
        <NotificationTime instant={lastNotificationSent} />{' '}
        <NotificationAge instant={lastNotificationSent} className={styles.age} />
      </p>
      {lastNotification !== roomStatus && (
        <p className={styles.notified}>{t(`status.${statusOfCode(lastNotification).name}`)}</p>
      )}
    </>
  );
}
