import { memo } from 'react';
import { useTranslation } from '../../language/translation.tsx';
import { statusOfCode } from '../../../domain/room-status.ts';
import { isCalm, type Room } from '../../../domain/room.ts';
import { alertOfRoom, isAnswered } from '../alerts/open-alerts.ts';
import { AlertBadge, hasAlertBadge } from './alert-badge.tsx';
import { NotificationAge, NotificationTime } from './notification-time.tsx';
import { roomElementId } from '../alerts/scroll-to-room.ts';
import styles from './room-card.module.css';
import { softStatusStyle, statusStyle } from './status-style.ts';
import { OfflineSource } from './offline-source.tsx';
import { isUnreachable } from './unreachable.ts';
import { nameLength, statusLength } from './text-length.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';

/** A room: its current status above its last notification (WARD-3, WARD-4). */
export const RoomCard = memo(function RoomCard({ stream }: { stream: Room }) {
  const { t } = useTranslation();
  const room = statusOfCode(stream.roomStatus);
  const alert = alertOfRoom(stream);
  const hasSign = alert?.status === stream.roomStatus;
  const hasNoCamera = isUnreachable(stream);
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
      data-badge={alert && hasAlertBadge(alert, stream.roomStatus)}
      data-name={nameLength(stream.displayName)}
      data-status={statusLength(statusName, Number(hasSign) + Number(hasNoCamera))}
      data-source={stream.offlineSource}
    >
      <header className={styles.header} style={statusStyle(stream.roomStatus, isCalm(stream))}>
        <h2 id={`room-${stream.uuid}`} className={styles.name} title={stream.displayName}>
          {stream.displayName}
        </h2>
        <p className={styles.status}>
          {hasSign && <UiIcon name="warning" className={styles.sign} />}
          {hasNoCamera && <UiIcon name="no-connection" className={styles.sign} />}
          {statusName}
        </p>
        <OfflineSource stream={stream} className={styles.source} />
        {alert && <AlertBadge alert={alert} roomStatus={stream.roomStatus} className={styles.badge} />}
      </header>
      <LastNotification stream={stream} />
    </article>
  );
});

function LastNotification({ stream }: { stream: Room }) {
  const { t } = useTranslation();
  const { lastNotification, lastNotificationSent } = stream;
  if (lastNotification === null || lastNotificationSent === null) {
    return (
      <div className={styles.empty}>
        <p className={styles.caption}>{t('room.no_notification')}</p>
      </div>
    );
  }
  const notified = statusOfCode(lastNotification);
  return (
    <div className={styles.body} style={softStatusStyle(lastNotification, isCalm(stream))}>
      <p className={styles.caption}>
        {t('room.last_notification')}
        <NotificationAge instant={lastNotificationSent} className={styles.age} />
      </p>
      <p className={styles.time}>
        <NotificationTime instant={lastNotificationSent} />
      </p>
      <p className={styles.notified}>{t(`status.${notified.name}`)}</p>
      <StatusIcon name={notified.icon} className={styles.icon} />
    </div>
  );
}
