import { memo } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { statusOfCode } from '../../../domain/room-status.ts';
import { isCalm, type Room } from '../../../domain/room.ts';
import { alertOfRoom, isAlertAnswered } from '../../live/open-alerts.ts';
import { RoomOptionsButton } from '../options/room-options-button.tsx';
import { hasChips, RoomChips } from '../status/room-chips.tsx';
import { isUnreachable, offlineSourceText, roomStatusText } from '../status/unreachable.ts';
import { NotificationAge } from '../status/notification-age.tsx';
import { formatClockTime } from '../../ui/time/time-format.ts';
import { roomElementId } from '../../alerts/scroll-to-room.ts';
import styles from './room-row.module.css';
import { statusStyle } from '../status/status-style.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';

/** A room as a table row: its name with its status, its type and its last notification. */
export const RoomRow = memo(function RoomRow({ room }: { readonly room: Room }) {
  const { t } = useTranslation();
  const { uuid, displayName, roomStatus, type } = room;
  const status = statusOfCode(roomStatus);
  const alert = alertOfRoom(room);
  return (
    <tr
      id={roomElementId(uuid)}
      className={styles.row}
      tabIndex={-1}
      data-stream={uuid}
      data-alert={alert?.priority}
      data-answered={alert && isAlertAnswered(alert)}
    >
      <th scope="row" className={styles.name}>
        <span className={styles.room}>{displayName}</span>
        <span className={styles.status} style={statusStyle(roomStatus, isCalm(room))}>
          {alert?.status === roomStatus && <UiIcon name="warning" className={styles.icon} />}
          {isUnreachable(room) ? (
            <UiIcon name="no-connection" className={styles.icon} />
          ) : (
            <StatusIcon name={status.icon} className={styles.icon} />
          )}
          {roomStatusText(room, t)}
        </span>
        {room.offlineSource && <p className={styles.detail}>{offlineSourceText(room.offlineSource, t)}</p>}
        <div className={styles.chips}>{hasChips(room, alert) && <RoomChips room={room} alert={alert} />}</div>
      </th>
      <td>{type !== undefined && t(`stream_type.${type}`)}</td>
      <td>
        <LastNotificationCell room={room} />
        <RoomOptionsButton room={room} />
      </td>
    </tr>
  );
});

/** The time of the last notification, and its status only if the room has another status now. */
function LastNotificationCell({ room }: { readonly room: Room }) {
  const { t } = useTranslation();
  const { roomStatus, lastNotification, lastNotificationSent } = room;
  if (lastNotification === null || lastNotificationSent === null) return null;
  return (
    <>
      <p className={styles.time}>
        <time dateTime={lastNotificationSent}>{formatClockTime(lastNotificationSent)}</time>{' '}
        <NotificationAge instant={lastNotificationSent} className={styles.age} />
      </p>
      {lastNotification !== roomStatus && (
        <p className={styles.detail}>{t(`status.${statusOfCode(lastNotification).name}`)}</p>
      )}
    </>
  );
}
