import type { CSSProperties } from 'react';
import { useTranslation } from '../../../language/translation.tsx';
import { UiIcon } from '../../../ui/icons/icons.tsx';
import { alertAnswerText, alertName } from '../alert-text.ts';
import { AlertTime } from './alert-time.tsx';
import { AnswerButtons, type AnswerControls } from '../answers/answer-buttons.tsx';
import { isAnswered, type RoomAlert } from '../open-alerts.ts';
import styles from './alert-entry.module.css';

export interface AlertControls extends AnswerControls {
  readonly showRoom: (roomUuid: string) => void;
}

interface AlertEntryProps extends RoomAlert, AlertControls {
  /** Where the entry is shown. Another value means that it has moved. */
  readonly place: string;
}

/** An alert: room, what happened, since when, who is going, and the next step as a large button. */
export function AlertEntry({ room, alert, showRoom, ...controls }: AlertEntryProps) {
  const { t } = useTranslation();
  const name = alertName(alert, t);
  const answer = alertAnswerText(alert, t);
  return (
    <li
      className={styles.entry}
      style={letterCount(room.displayName, name)}
      data-priority={alert.priority}
      data-answered={isAnswered(alert)}
    >
      <button type="button" className={styles.what} onClick={() => showRoom(room.uuid)}>
        <UiIcon name="warning" className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.title}>
            <span className={styles.room}>{room.displayName}</span>
            <span className={styles.dot}> · </span>
            <span className={styles.name}>{name}</span>
          </span>
          <span className={styles.detail}>
            <span className={styles.time}>
              <AlertTime startedAt={alert.startedAt} />
            </span>
            {answer !== undefined && (
              <>
                <span className={styles.dot}> · </span>
                <span className={styles.answer}>{answer}</span>
              </>
            )}
          </span>
        </span>
      </button>
      <AnswerButtons room={room} alert={alert} {...controls} />
    </li>
  );
}

type LetterCount = CSSProperties & Record<'--letters', number>;

/** The letters of the longer line, so that the style sheet can choose the size. Since when has the space of seven. */
function letterCount(room: string, name: string): LetterCount {
  return { '--letters': Math.max(room.length, name.length + 7) };
}
