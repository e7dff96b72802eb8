import type { AlertResolution } from '../../../domain/alerts/alert.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { alertAnswerText, alertName } from './alert-text.ts';
import { AlertTime } from './alert-time.tsx';
import type { AlertAnswer } from './alert-answer.ts';
import { isAnswered, nextStep, type RoomAlert } from './open-alerts.ts';
import type { AlertAnswers } from './use-alert-answers.ts';
import styles from './alert-entry.module.css';

export interface AlertControls {
  readonly answers: AlertAnswers;
  /** The connection is lost, so nobody knows the present state of the alert. */
  readonly isStale: boolean;
  readonly showRoom: (roomUuid: string) => void;
  /** Opens the other answers to an alert, such as a false alarm. */
  readonly showOptions: (alertUuid: string) => void;
}

interface AlertEntryProps extends RoomAlert, AlertControls {}

/** An alert: room, what happened, since when, who is going, and the next step as a large button. */
export function AlertEntry({ room, alert, showRoom, ...controls }: AlertEntryProps) {
  const { t } = useTranslation();
  const detail = alertAnswerText(alert, t);
  return (
    <li className={styles.entry} data-priority={alert.priority} data-answered={isAnswered(alert)}>
      <button type="button" className={styles.what} onClick={() => showRoom(room.uuid)}>
        <UiIcon name="warning" className={styles.icon} />
        <span className={styles.words}>
          <span className={styles.title}>
            <span className={styles.room}>{room.displayName}</span>
            <span className={styles.dot}> · </span>
            <span className={styles.name}>{alertName(alert, t)}</span>
          </span>
          <span className={styles.detail}>
            <span className={styles.time}>
              <AlertTime startedAt={alert.startedAt} />
            </span>
            {detail !== undefined && <span className={styles.who}> · {detail}</span>}
          </span>
        </span>
      </button>
      <AnswerButtons room={room} alert={alert} {...controls} />
    </li>
  );
}

function AnswerButtons({ room, alert, answers, isStale, showOptions }: Omit<AlertEntryProps, 'showRoom'>) {
  const { t } = useTranslation();
  const { pending, undoable, queue } = answers;
  const waiting = pending.get(alert.uuid);
  const step = nextStep(alert);
  const answer: AlertAnswer = { alertUuid: alert.uuid, roomName: room.displayName, action: step ?? 'resolve' };
  // A button that is `disabled` would lose the keyboard focus.
  const isDisabled = isStale || waiting !== undefined || step === undefined;
  const canUndo = waiting?.state === 'undoable' || undoable.has(alert.uuid);
  return (
    <span className={styles.buttons}>
      {canUndo ? (
        <button type="button" className={styles.other} onClick={() => queue.undo(answer)}>
          {t('alerts.undo')}
        </button>
      ) : (
        <button
          type="button"
          className={styles.other}
          aria-label={`${t('alerts.options')}: ${room.displayName}`}
          aria-haspopup="dialog"
          aria-disabled={isDisabled}
          onClick={() => !isDisabled && showOptions(alert.uuid)}
        >
          <UiIcon name="more" />
        </button>
      )}
      <button
        type="button"
        className={styles.next}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && queue.give(step === 'resolve' ? { ...answer, resolution: 'helped' } : answer)}
      >
        {labelOf()}
      </button>
    </span>
  );

  function labelOf(): string {
    if (waiting?.state === 'undoable') return t(`alerts.${resolutionKeys[waiting.resolution ?? 'helped']}`);
    if (waiting !== undefined) return t(waiting.state === 'sending' ? 'alerts.sending' : 'alerts.unsent');
    if (isStale) return t('alerts.offline');
    return step === undefined ? t('alerts.resolve') : t(`alerts.${step}`);
  }
}

const resolutionKeys = {
  helped: 'resolve',
  'false-alarm': 'false_alarm',
  'resolved-itself': 'ended',
  test: 'test',
} as const satisfies Record<AlertResolution, string>;
