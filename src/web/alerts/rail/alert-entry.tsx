import { useSyncExternalStore } from 'react';
import { readServerTime } from '../../api/server-clock.ts';
import { useTranslation } from '../../language/translation.tsx';
import { subscribeClock } from '../../ui/time/clock.ts';
import { formatElapsedTime } from '../../ui/time/time-format.ts';
import { UiIcon } from '../../ui/icons/icons.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { describeAlertAnswer, formatAlertName } from '../alert-text.ts';
import { AnswerButtons, type AnswerControls } from '../answers/answer-buttons.tsx';
import { isAlertAnswered, type RoomAlert } from '../../live/open-alerts.ts';
import { useMayAnswer } from '../../live/wall-board.ts';
import { useNoticeText } from '../use-notice-text.ts';
import styles from './alert-entry.module.css';

export interface AlertControls extends AnswerControls {
  readonly showRoom: (roomUuid: string) => void;
}

interface AlertEntryProps extends RoomAlert, AlertControls {
  /** The position of the entry on the screen. A new value means that it has moved. */
  readonly place: string;
}

/** The number of letters of the largest size that fit on a line of the entry. */
const maxShortLine = 20;
/** The number of letters that the elapsed time needs. */
const timeLength = 7;

/** An alert: the room, what happened and when, who is going, and the next step as a large button. */
export function AlertEntry({ room, alert, showRoom, ...controls }: AlertEntryProps) {
  const { t } = useTranslation();
  const name = formatAlertName(alert, t);
  const isAnswered = isAlertAnswered(alert);
  const notices = useNoticeText(alert);
  // Once somebody is on the way, that is what colleagues need to know. The options of the alert still name all.
  const texts = [describeAlertAnswer(alert, t), isAnswered ? undefined : notices].filter((text) => text !== undefined);
  const hasLargestText = Math.max(room.displayName.length, name.length + timeLength) <= maxShortLine;
  return (
    <li className={styles.entry} data-priority={alert.priority} data-answered={isAnswered}>
      <button type="button" className={styles.what} data-short={hasLargestText} onClick={() => showRoom(room.uuid)}>
        <UiIcon name="warning" className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.room}>{room.displayName}</span>
          <span className={hidden.hidden}> · </span>
          <span className={styles.event}>
            <span>{name}</span>
            <span className={styles.time}>
              <AlertTime startedAt={alert.startedAt} />
            </span>
          </span>
          {texts.length > 0 && (
            <>
              <span className={hidden.hidden}> · </span>
              <span className={styles.answer}>{texts.join(' · ')}</span>
            </>
          )}
        </span>
      </button>
      {useMayAnswer() && <AnswerButtons room={room} alert={alert} {...controls} />}
    </li>
  );
}

/** The time since something happened, counting in seconds. All counters of the page share one timer. */
function AlertTime({ startedAt }: { readonly startedAt: string }) {
  const elapsed = useSyncExternalStore(subscribeSeconds, () => formatElapsedTime(startedAt, readServerTime()));
  return <time dateTime={startedAt}>{elapsed}</time>;
}

function subscribeSeconds(listener: () => void): () => void {
  return subscribeClock(1_000, listener);
}
