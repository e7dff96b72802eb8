import { useSyncExternalStore } from 'react';
import type { ShownAlert, ShownPause } from '../../../domain/alerts/shown-alert.ts';
import type { Room } from '../../../domain/room.ts';
import { clockOffsetMs } from '../../api/server-clock.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { subscribeClock } from '../../ui/time/clock.ts';
import { formatMinutes } from '../../ui/time/time-format.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { describeAlertAnswer, formatAlertName } from '../../alerts/alert-text.ts';
import { isAlertAnswered } from '../../live/open-alerts.ts';
import styles from './room-chips.module.css';

interface RoomChipsProps {
  readonly room: Room;
  readonly alert: ShownAlert | undefined;
}

export function hasChips(room: Room, alert: ShownAlert | undefined): boolean {
  return room.pause !== undefined || hasAlertChip(room, alert);
}

/** Whether the alert tells more than the room status. */
function hasAlertChip({ roomStatus }: Room, alert: ShownAlert | undefined): alert is ShownAlert {
  if (alert === undefined) return false;
  const { status, state, raisedAgainCount, isTest, isFault } = alert;
  return status !== roomStatus || state !== 'raised' || raisedAgainCount > 0 || isTest || isFault;
}

/** Chips with the alert, who is going, and the remaining pause. Only for rooms with `hasChips`. */
export function RoomChips({ room, alert }: RoomChipsProps) {
  const isAlerting = hasAlertChip(room, alert);
  return (
    <div className={styles.chips}>
      {isAlerting && <AlertChip alert={alert} roomStatus={room.roomStatus} />}
      {room.pause && <PauseChip pause={room.pause} isWordHidden={isAlerting} />}
    </div>
  );
}

/** The chip of an alert: what happened, if the room has another status now, and who is going. */
function AlertChip({ alert, roomStatus }: { readonly alert: ShownAlert; readonly roomStatus: number }) {
  const { t } = useTranslation();
  const name = alert.status !== roomStatus || alert.isTest || alert.isFault ? formatAlertName(alert, t) : undefined;
  const texts = [name, describeAlertAnswer(alert, t)].filter((text) => text !== undefined);
  return (
    <p className={styles.chip} data-priority={alert.priority} data-answered={isAlertAnswered(alert)}>
      {alert.status !== roomStatus && <UiIcon name="warning" size="1.1em" />}
      <span className={styles.words}>{texts.join(' · ')}</span>
    </p>
  );
}

/**
 * The remaining minutes of a pause, so that everybody knows that no new alert will come until then. `isWordHidden`: the word
 * is for screen readers only, because the chip of an alert needs the space.
 */
function PauseChip({ pause, isWordHidden }: { readonly pause: ShownPause; readonly isWordHidden: boolean }) {
  const { t, language } = useTranslation();
  const minutes = useSyncExternalStore(subscribeTime, () => minutesUntil(pause.until));
  return (
    <p className={styles.pause}>
      <UiIcon name="pause" size="1.1em" />
      <span className={isWordHidden ? hidden.hidden : undefined}>{t('room_options.paused')} · </span>
      <time dateTime={pause.until}>{formatMinutes(minutes, language)}</time>
    </p>
  );
}

function minutesUntil(until: string): number {
  return Math.max(0, Math.ceil((Date.parse(until) - Date.now() - clockOffsetMs()) / 60_000));
}

function subscribeTime(listener: () => void): () => void {
  return subscribeClock(5_000, listener);
}
