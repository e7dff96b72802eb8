import { useTranslation } from '../language/translation.tsx';
import { type Room, stateKey } from '../../domain/room.ts';
import { type Announcement, announcementsOf } from './announcements.ts';
import type { AlertChange } from './live/state-machine/stream-diff.ts';
import hidden from '../ui/visually-hidden.module.css';

interface UpdateAnnouncerProps {
  readonly updates: readonly Room[];
  readonly alertChanges: readonly AlertChange[];
}

/** Announces changes to screen readers. An alert of high priority interrupts the text that is being read. */
export function UpdateAnnouncer({ updates, alertChanges }: UpdateAnnouncerProps) {
  const { t } = useTranslation();
  const announcements = announcementsOf(updates, alertChanges, t);
  const key = announcementKey(updates, alertChanges);
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
export function announcementKey(updates: readonly Room[], alertChanges: readonly AlertChange[]): string {
  const rooms = updates.map((room) => `${room.uuid} ${stateKey(room)}`);
  const alerts = alertChanges.map(({ alert }) => `${alert.uuid} ${alert.state} ${alert.since}`);
  return [...rooms, ...alerts].join(', ');
}
