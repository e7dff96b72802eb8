import { useRef } from 'react';
import type { AlertResolution } from '../../../domain/alerts/alert.ts';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import { useTranslation } from '../../language/translation.tsx';
import { UiIcon } from '../../ui/icons/icons.tsx';
import { resolutionKeys } from '../../ui/resolution-keys.ts';
import { type AlertAnswer, roomAndAlertsOf } from './alert-answer.ts';
import styles from './answer-buttons.module.css';
import { isAlertAnswered, nextActionOf, type RoomAlert } from '../../live/open-alerts.ts';
import type { AlertAnswers } from './use-alert-answers.ts';
import type { Answerer } from './use-answerer.ts';
import { useTapGuard } from './use-tap-guard.ts';

export interface AnswerControls {
  readonly answers: AlertAnswers;
  readonly answerer: Answerer;
  /** Whether the connection is lost, so that the state of the alert is not known. */
  readonly isStale: boolean;
  /** Opens the dialog with the other answers, such as a false alarm. */
  readonly showOptions: (entry: RoomAlert) => void;
}

interface AnswerButtonsProps extends RoomAlert, AnswerControls {
  /** The position of the alert on the screen. A new value means that the buttons have moved. */
  readonly place: string;
}

/** The next step of an alert as a large button, with the other answers or the undo beside it. */
export function AnswerButtons({ room, alert, answers, answerer, isStale, showOptions, place }: AnswerButtonsProps) {
  const { t } = useTranslation();
  const next = useRef<HTMLButtonElement>(null);
  const { pending, undoable } = answers;
  const waiting = pending.get(alert.uuid);
  const step = nextActionOf(alert);
  const answer: AlertAnswer = { ...roomAndAlertsOf(room, alert), action: step ?? 'resolve' };
  // The buttons have `aria-disabled`, because a `disabled` button would lose the keyboard focus.
  const isDisabled = isStale || waiting !== undefined || step === undefined;
  const canUndo = waiting?.state === 'undoable' || undoable.has(alert.uuid);
  const label = labelOf();
  useTapGuard(next, `${place} ${label}`);
  return (
    <span className={styles.buttons} data-answered={isAlertAnswered(alert)}>
      {canUndo ? (
        <button type="button" className={styles.other} onClick={() => answerer.undo(answer, alert)}>
          {t('alerts.undo')}
        </button>
      ) : (
        <button
          type="button"
          className={styles.other}
          aria-label={`${t('alerts.options')}: ${room.displayName}`}
          aria-haspopup="dialog"
          aria-disabled={isDisabled}
          onClick={() => !isDisabled && showOptions({ room, alert })}
        >
          <UiIcon name="more" />
        </button>
      )}
      <button
        ref={next}
        type="button"
        className={styles.next}
        aria-disabled={isDisabled}
        onClick={() =>
          !isDisabled && answerer.give(step === 'resolve' ? { ...answer, resolution: resolutionOf(alert) } : answer)
        }
      >
        {label}
      </button>
    </span>
  );

  function labelOf(): string {
    if (waiting?.state === 'undoable') return t(`alerts.${resolutionKeys[waiting.resolution ?? 'helped']}`);
    if (waiting !== undefined) return t(waiting.state === 'sending' ? 'alerts.sending' : 'alerts.unsent');
    if (isStale) return t('alerts.offline');
    if (alert.isFault) return t(step === 'acknowledge' ? 'alerts.seen' : 'alerts.repaired');
    return step === undefined ? t('alerts.resolve') : t(`alerts.${step}`);
  }
}

function resolutionOf({ isTest, isFault }: ShownAlert): AlertResolution {
  if (isFault) return 'repaired';
  return isTest ? 'test' : 'helped';
}
