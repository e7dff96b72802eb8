import { memo, type RefObject, useEffect, useRef } from 'react';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import { isCalm, type Room, stateKeyOf } from '../../../domain/room.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { alertOfRoom, isAlertAnswered } from '../../live/open-alerts.ts';
import { roomElementId } from '../../alerts/scroll-to-room.ts';
import { RoomOptionsButton } from '../options/room-options-button.tsx';
import { hasChips, RoomChips } from '../status/room-chips.tsx';
import { softStatusStyle, statusStyle } from '../status/status-style.ts';
import { NotificationAge } from '../status/notification-age.tsx';
import { StatusIcon } from '../../ui/icons/status-icon.tsx';
import { formatClockTime } from '../../ui/time/time-format.ts';
import { statusOfCode } from '../../../domain/room-status.ts';
import { hasNoDevice, isUnreachable, offlineSourceText, roomStatusText } from '../status/unreachable.ts';
import bodyStyles from './last-notification.module.css';

/** The maximum length of a room name, in letters, that fits on two lines with letters of normal size. */
const maxTwoLineNameLength = 44;

interface CardProps {
  readonly room: Room;
  /** The size of the card. Only a large card names the offline device and shows the last notification. */
  readonly size: 'large' | 'small' | 'wall';
  readonly styles: CSSModuleClasses;
}

/** The card of a room: its name, its status and its alert (WARD-3, WARD-4). */
export const RoomCard = memo(function Card({ room, size, styles }: CardProps) {
  const { t } = useTranslation();
  const alert = alertOfRoom(room);
  const hasSign = alert?.status === room.roomStatus;
  const hasNoCamera = isUnreachable(room);
  const status = roomStatusText(room, t);
  const isLarge = size === 'large';
  // Small cards are below the heading of their ward.
  const Name = size === 'small' ? 'h3' : 'h2';
  const header = useRef<HTMLElement>(null);
  useHighlight(header, stateKeyOf(room));
  return (
    <article
      id={roomElementId(room.uuid)}
      tabIndex={-1}
      className={styles.card}
      aria-labelledby={`room-${room.uuid}`}
      data-stream={room.uuid}
      data-alert={alert?.priority}
      data-answered={alert && isAlertAnswered(alert)}
      data-name={room.displayName.length > maxTwoLineNameLength ? 'long' : undefined}
      data-lines={headerLines(room, alert, status, Number(hasSign) + Number(hasNoCamera))}
      data-device={!hasNoDevice(room)}
    >
      <header ref={header} className={styles.header} style={statusStyle(room.roomStatus, isCalm(room))}>
        <Name id={`room-${room.uuid}`} className={styles.name} title={room.displayName}>
          {room.displayName}
        </Name>
        <RoomOptionsButton room={room} />
        <p className={styles.status} title={status}>
          {hasSign && <UiIcon name="warning" className={styles.sign} />}
          {hasNoCamera && <UiIcon name="no-connection" className={styles.sign} />}
          {status}
        </p>
        {isLarge && room.offlineSource && <p className={styles.source}>{offlineSourceText(room.offlineSource, t)}</p>}
        {hasChips(room, alert) && <RoomChips room={room} alert={alert} />}
      </header>
      {isLarge && <LastNotification room={room} />}
    </article>
  );
});

/** Fades the header of a card in when its state has changed, so that staff who heard a sound find the room. */
function useHighlight(header: RefObject<HTMLElement | null>, state: string): void {
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // An animation costs time in each frame, also on a card outside of the screen, which the browser does not lay out.
    if (header.current?.checkVisibility({ contentVisibilityAuto: true }))
      header.current.animate({ opacity: [0.3, 1] }, 600);
  }, [header, state]);
}

/**
 * How many lines the header of a card needs, from 2 to 5, so that the style sheet can choose sizes of letters that fit a
 * card of fixed height. Names of rooms are never cut, because they often differ only at their end. `signCount`: the signs
 * before the status; each is as wide as three letters.
 */
function headerLines(room: Room, alert: ShownAlert | undefined, status: string, signCount: number): number {
  const nameLines = room.displayName.length <= 20 ? 1 : 2;
  const statusLines = status.length + 3 * signCount <= 18 ? 1 : 2;
  const sourceLines = room.offlineSource === undefined ? 0 : 1;
  // The chip of an answered alert counts as two lines, because the name of a colleague can be long.
  const chipLines = hasChips(room, alert) ? (alert !== undefined && isAlertAnswered(alert) ? 2 : 1) : 0;
  return Math.min(5, nameLines + statusLines + sourceLines + chipLines);
}

/** The last notification of a room: its time, its age, and its status (WARD-4). */
function LastNotification({ room }: { readonly room: Room }) {
  const { t } = useTranslation();
  const { lastNotification, lastNotificationSent } = room;
  if (lastNotification === null || lastNotificationSent === null) {
    return (
      <div className={bodyStyles.body} data-empty>
        <p className={bodyStyles.caption}>{t('room.no_notification')}</p>
      </div>
    );
  }
  const notified = statusOfCode(lastNotification);
  return (
    <div className={bodyStyles.body} style={softStatusStyle(lastNotification, isCalm(room))}>
      <p className={bodyStyles.caption}>
        {t('room.last_notification')}
        <NotificationAge instant={lastNotificationSent} className={bodyStyles.age} />
      </p>
      <div className={bodyStyles.row}>
        <div className={bodyStyles.words}>
          <time className={bodyStyles.time} dateTime={lastNotificationSent}>
            {formatClockTime(lastNotificationSent)}
          </time>
          <p className={bodyStyles.notified}>{t(`status.${notified.name}`)}</p>
        </div>
        <StatusIcon name={notified.icon} size="3.25rem" />
      </div>
    </div>
  );
}
