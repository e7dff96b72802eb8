/** Announces changes of rooms, their alerts and their pauses to screen readers. */
import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import { useState } from 'react';
import type { Room } from '../../domain/room.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import { useTranslation } from '../language/translation.tsx';
import hidden from '../ui/visually-hidden.module.css';
import type { Translate } from '../language/translate.ts';
import { describeAlertAnswer, formatAlertName } from '../alerts/alert-text.ts';
import { isAlertAnswered } from '../live/open-alerts.ts';
import { offlineSourceText } from './status/unreachable.ts';
import { diffStreams, type StreamDiff } from '../live/stream-diff.ts';

interface Announcement {
  readonly text: string;
  /** Whether screen readers interrupt the text that they are reading: only for an unanswered alert of high priority. */
  readonly isUrgent: boolean;
}

/** What changed since the last announcement. */
type AnnouncedChanges = Omit<StreamDiff, 'notified'>;

/** Creates the announcements of changes. A status and the alert that it raised arrive together and share one. */
export function announcementsOf(
  { changed, alertChanges, pauseChanges }: AnnouncedChanges,
  t: Translate,
): readonly Announcement[] {
  const changes = alertChanges.filter(({ alert }) => alert.priority !== 'technical');
  const alerts = changes.map(({ room, alert }) => ({
    text: [`${room.displayName}: ${formatAlertName(alert, t)}`, answerText(alert, t)]
      .filter((part) => part !== undefined)
      .join(', '),
    isUrgent: alert.priority === 'high' && !isAlertAnswered(alert),
  }));
  const rooms = changed.filter(
    ({ uuid, roomStatus }) => !changes.some(({ room, alert }) => room.uuid === uuid && alert.status === roomStatus),
  );
  const pauses = pauseChanges.map(({ displayName, pause }) => {
    const text = t(pause === undefined ? 'room_options.pause_ended' : 'room_options.paused');
    return { text: `${displayName}: ${text}`, isUrgent: false };
  });
  return [...alerts, ...rooms.map((room) => ({ text: roomText(room, t), isUrgent: hasUrgentStatus(room) })), ...pauses];
}

/** Describes the state of an alert. NOTE: a board does not know who or what ended an alert that is no longer open. */
function answerText(alert: ShownAlert, t: Translate): string | undefined {
  return alert.state === 'resolved' ? t('alerts.closed') : describeAlertAnswer(alert, t);
}

function roomText({ displayName, roomStatus, offlineSource }: Room, t: Translate): string {
  const status = `${displayName}: ${t(`status.${statusOfCode(roomStatus).name}`)}`;
  if (offlineSource === undefined) return status;
  return `${status}, ${offlineSourceText(offlineSource, t)}`;
}

/** Whether the room repeats a notification of high priority, such as a second fall, whose alert nobody has answered. */
function hasUrgentStatus({ roomStatus, alerts = [] }: Room): boolean {
  return alerts.some((alert) => alert.status === roomStatus && alert.priority === 'high' && !isAlertAnswered(alert));
}

interface AnnouncedRooms {
  readonly rooms: readonly Room[];
  /** The changes that were announced last. */
  readonly changes: AnnouncedChanges;
  /** Counts the announcements, so that each has another number. */
  readonly count: number;
}

/** Compares the rooms with those of the last announcement. Without a change the announcement stays the same. */
export function announceChanges(shown: AnnouncedRooms, rooms: readonly Room[]): AnnouncedRooms {
  const changes = diffStreams(shown.rooms, rooms);
  const hasChanged = changes.changed.length + changes.alertChanges.length + changes.pauseChanges.length > 0;
  return hasChanged ? { rooms, changes, count: shown.count + 1 } : { ...shown, rooms };
}

/** Announces to screen readers what has changed in the rooms since they were last rendered. */
export function RoomAnnouncer({ rooms }: { readonly rooms: readonly Room[] }) {
  const [shown, setShown] = useState<AnnouncedRooms>({
    rooms,
    changes: { changed: [], alertChanges: [], pauseChanges: [] },
    count: 0,
  });
  if (rooms !== shown.rooms) setShown(announceChanges(shown, rooms));
  // NOTE: screen readers announce a live region only when its content changes. A second fall in the same room has the
  // same text, so the key must change and create a new element.
  return <Announcer {...shown.changes} id={`${shown.count}`} />;
}

interface AnnouncerProps extends AnnouncedChanges {
  /** The id of the announcement. With another id the same text is announced again. */
  readonly id: string;
}

/** Announces changes to screen readers. An alert of high priority interrupts the text that is being read. */
export function Announcer({ id, ...changes }: AnnouncerProps) {
  const announcements = announcementsOf(changes, useTranslation().t);
  return (
    <>
      <p className={hidden.hidden} aria-live="polite">
        <span key={id}>{textOf(announcements, false)}</span>
      </p>
      <p className={hidden.hidden} aria-live="assertive">
        <span key={id}>{textOf(announcements, true)}</span>
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
