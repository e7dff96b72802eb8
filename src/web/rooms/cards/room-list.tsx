import { useTranslation } from 'react-i18next';
import { statusOfCode } from '../../../domain/room-status.ts';
import type { Stream } from '../../../domain/stream.ts';
import { StatusIconGraphic } from '../../ui/icons/status-icon.tsx';
import { NotificationAge, NotificationTime } from './notification-clock.tsx';
import styles from './room-list.module.css';
import { statusStyle } from './status-style.ts';

/** The rooms as a table with name, type and last update (WARD-6); the status belongs to the name. */
export function RoomList({ streams }: { streams: readonly Stream[] }) {
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
          {streams.map((stream) => (
            <RoomRow key={stream.uuid} stream={stream} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RoomRow({ stream }: { stream: Stream }) {
  const { t } = useTranslation();
  const status = statusOfCode(stream.roomStatus);
  return (
    <tr data-stream={stream.uuid} data-priority={status.priority}>
      <th scope="row">
        <span className={styles.room}>{stream.displayName}</span>
        <span className={styles.status} style={statusStyle(stream.roomStatus)}>
          <StatusIconGraphic icon={status.icon} className={styles.icon} />
          {t(`status.${status.name}`)}
        </span>
      </th>
      <td>{t(`stream_type.${stream.type}`)}</td>
      <td>
        {stream.lastNotificationSent !== null && (
          <p className={styles.time}>
            <NotificationTime instant={stream.lastNotificationSent} />{' '}
            <NotificationAge instant={stream.lastNotificationSent} className={styles.age} />
          </p>
        )}
      </td>
    </tr>
  );
}
