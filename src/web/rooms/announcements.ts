/** What screen readers say about a change of rooms, of their alerts and of their pauses. */
import type { ShownAlert } from '../../domain/alerts/shown-alert.ts';
import type { Room } from '../../domain/room.ts';
import { statusOfCode } from '../../domain/room-status.ts';
import type { Translate } from '../language/translate.ts';
import { alertAnswerText, alertName } from './alerts/alert-text.ts';
import { isAnswered } from './alerts/open-alerts.ts';
import type { AlertChange } from './live/state-machine/stream-diff.ts';

export interface Announcement {
  readonly text: string;
  /** True: it interrupts the text that is being read. Only an unanswered alert of high priority does. */
  readonly isUrgent: boolean;
}

/** What changed since the last announcement. */
export interface AnnouncedChanges {
  readonly updates: readonly Room[];
  readonly alertChanges: readonly AlertChange[];
  /** The rooms whose pause has begun or ended. */
  readonly pauseChanges: readonly Room[];
}

/** A status and the alert that it raised arrive together and are announced once. */
export function announcementsOf(
  { updates, alertChanges, pauseChanges }: AnnouncedChanges,
  t: Translate,
): readonly Announcement[] {
  const changes = alertChanges.filter(({ alert }) => alert.priority !== 'technical');
  const alerts = changes.map(({ room, alert }) => ({
    text: [`${room.displayName}: ${alertName(alert, t)}`, answerText(alert, t)]
      .filter((part) => part !== undefined)
      .join(', '),
    isUrgent: alert.priority === 'high' && !isAnswered(alert),
  }));
  const rooms = updates.filter(
    ({ uuid, roomStatus }) => !changes.some(({ room, alert }) => room.uuid === uuid && alert.status === roomStatus),
  );
  const pauses = pauseChanges.map(({ displayName, pause }) => {
    const text = t(pause === undefined ? 'room_options.pause_ended' : 'room_options.paused');
    return { text: `${displayName}: ${text}`, isUrgent: false };
  });
  return [...alerts, ...rooms.map((room) => ({ text: roomText(room, t), isUrgent: hasUrgentStatus(room) })), ...pauses];
}

/** NOTE: a board does not learn who or what has ended an alert, only that it is no longer open. */
function answerText(alert: ShownAlert, t: Translate): string | undefined {
  return alert.state === 'resolved' ? t('alerts.closed') : alertAnswerText(alert, t);
}

function roomText({ displayName, roomStatus, offlineSource }: Room, t: Translate): string {
  const status = `${displayName}: ${t(`status.${statusOfCode(roomStatus).name}`)}`;
  if (offlineSource === undefined) return status;
  return `${status}, ${t('source.offline', { source: t(`source.${offlineSource}`) })}`;
}

/** Another notification of a fall that nobody has answered yet. */
function hasUrgentStatus({ roomStatus, alerts = [] }: Room): boolean {
  return alerts.some((alert) => alert.status === roomStatus && alert.priority === 'high' && !isAnswered(alert));
}
