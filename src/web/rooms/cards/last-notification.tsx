import { isCalm, type Room } from '../../../domain/room.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { useTranslation } from '../../language/translation.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import styles from './last-notification.module.css';
import { NotificationAge, NotificationTime } from '../status/notification-time.tsx';
import { softStatusStyle } from '../status/status-style.ts';

/** The last notification of a room: when, how long ago, and its status (WARD-4). */
export function LastNotification({ stream }: { readonly stream: Room }) {
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
      <div className={styles.row}>
        <div className={styles.words}>
          <NotificationTime instant={lastNotificationSent} className={styles.time} />
          <p className={styles.notified}>{t(`status.${notified.name}`)}</p>
        </div>
        <StatusIcon name={notified.icon} className={styles.icon} />
      </div>
    </div>
  );
}
