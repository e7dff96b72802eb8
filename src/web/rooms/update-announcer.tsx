import { useTranslation } from '../language/translation.tsx';
import { statusOfCode } from '../../domain/room-status.ts';
import { stateKey, type Room } from '../../domain/room.ts';
import hidden from '../ui/visually-hidden.module.css';

/** Announces updates to screen readers. An alarm interrupts the text that is being read. Other updates wait. */
export function UpdateAnnouncer({ updates }: { updates: readonly Room[] }) {
  const { t } = useTranslation();
  const isUrgent = updates.some((stream) => statusOfCode(stream.roomStatus).priority === 'high');
  const text = updates
    .map((stream) => {
      const { displayName, roomStatus, offlineSource } = stream;
      const status = `${displayName}: ${t(`status.${statusOfCode(roomStatus).name}`)}`;
      if (offlineSource === undefined) return status;
      return `${status}, ${t('source.offline', { source: t(`source.${offlineSource}`) })}`;
    })
    .join(', ');
  const announcement = <span key={announcementKey(updates)}>{text}</span>;
  return (
    <>
      <p className={hidden.hidden} aria-live="polite">
        {!isUrgent && announcement}
      </p>
      <p className={hidden.hidden} aria-live="assertive">
        {isUrgent && announcement}
      </p>
    </>
  );
}

/**
 * NOTE: screen readers announce a live region only when its content changes. A second fall in the same room has the
 * same text, so the React key must change and create a new element.
 */
export function announcementKey(updates: readonly Room[]): string {
  return updates.map((room) => `${room.uuid} ${stateKey(room)}`).join(', ');
}
