import { useTranslation } from '../language/translation.tsx';
import { stateKey } from '../../domain/room.ts';
import { type Announcement, announcementsOf, type AnnouncedChanges } from './announcements.ts';
import hidden from '../ui/visually-hidden.module.css';

/** Announces changes to screen readers. An alert of high priority interrupts the text that is being read. */
export function UpdateAnnouncer(changes: AnnouncedChanges) {
  const { t } = useTranslation();
  const announcements = announcementsOf(changes, t);
  const key = announcementKey(changes);
  return (
    <>
      <p className={hidden.hidden} aria-live="polite">
        <span key={key}>{textOf(announcements, false)}</span>
      </p>
      <p className={hidden.hidden} aria-live="assertive">
        <span key={key}>{textOf(announcements, true)}</span>
      </p>
    </>
  );
}

function textOf(announcements: readonly Announcement[], isUrgent: boolean): string {
  return announcements
    .filter((one) => one.isUrgent === isUrgent)
    .map(({ text }) => text)
    .join(', ');
}

/**
 * NOTE: screen readers announce a live region only when its content changes. A second fall in the same room has the
 * same text, so the React key must change and create a new element.
 */
export function announcementKey({ updates, alertChanges, pauseChanges }: AnnouncedChanges): string {
  const rooms = updates.map((room) => `${room.uuid} ${stateKey(room)}`);
  const alerts = alertChanges.map(({ alert }) => `${alert.uuid} ${alert.state} ${alert.since}`);
  const pauses = pauseChanges.map(({ uuid, pause }) => `${uuid} ${pause?.since}`);
  return [...rooms, ...alerts, ...pauses].join(', ');
}
