import { memo } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { statusOfCode } from '../../../domain/room-status.ts';
import { isCalm, type Room } from '../../../domain/room.ts';
import { alertOfRoom, isAnswered } from '../alerts/open-alerts.ts';
import { AlertBadge } from './alert-badge.tsx';
import { isUnreachable } from './unreachable.ts';
import { NotificationAge, NotificationTime } from './notification-time.tsx';
import { roomElementId } from '../alerts/scroll-to-room.ts';
import styles from './room-list.module.css';
import { statusStyle } from './status-style.ts';
import { RoomGroups } from './room-groups.tsx';
import { OfflineSource } from './offline-source.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';

/** The rooms as a table with name, type and last update (WARD-6). The status is in the name column. */
export function RoomList({ streams }: { streams: readonly Room[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={t('streams.rooms')}>
        <thead>
          <tr>
            <th scope="col">{t('room.name')}</th>
            <th scope="col">{t('room.type')}</th>
            <th scope="col">{t('room.last_update')}</th>
          </tr>
        </thead>
        <tbody>
          <RoomGroups streams={streams} item={RoomRow} />
        </tbody>
      </table>
    </div>
  );
}

const RoomRow = memo(function RoomRow({ stream }: { stream: Room }) {
  const { t } = useTranslation();
  const { uuid, displayName, roomStatus, type } = stream;
  const status = statusOfCode(roomStatus);
  const alert = alertOfRoom(stream);
  return (
    <tr
      id={roomElementId(uuid)}
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
        <OfflineSource stream={stream} className={styles.source} />
        {alert && <AlertBadge alert={alert} roomStatus={roomStatus} className={styles.badge} />}
      </th>
      <td>{type !== undefined && t(`stream_type.${type}`)}</td>
      <td>
        <LastUpdate stream={stream} />
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
