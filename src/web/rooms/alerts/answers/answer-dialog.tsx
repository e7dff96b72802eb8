import { useId, useRef, useState } from 'react';
import { maxNoteLength, type AlertResolution } from '../../../../domain/alerts/alert.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { alertAnswerText, alertName } from '../alert-text.ts';
import type { RoomAlert } from '../open-alerts.ts';
import { type AlertAnswer, answeredAlert } from './alert-answer.ts';
import type { AnswerControls } from './answer-buttons.tsx';
import styles from './answer-dialog.module.css';
import { useTapGuard } from './use-tap-guard.ts';

interface AnswerDialogProps extends RoomAlert, Pick<AnswerControls, 'answers' | 'isStale'> {
  readonly onClose: () => void;
}

/** The answers that are not the next step, and a note. */
export function AnswerDialog({ room, alert, answers, isStale, onClose }: AnswerDialogProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState<AlertResolution>();
  const noteId = useId();
  const answerList = useRef<HTMLDivElement>(null);
  useTapGuard(answerList, `${alert.uuid} ${asked}`);
  const give = (answer: GivenHere): void => {
    answers.queue.give({ ...answeredAlert(room, alert), ...answer });
    onClose();
  };
  const resolve = (resolution: AlertResolution, attended?: boolean): void => {
    const text = note.trim();
    give({ action: 'resolve', resolution, attended, note: text === '' ? undefined : text });
  };
  return (
    <Dialog title={`${room.displayName} · ${alertName(alert, t)}`} onClose={onClose}>
      <p>{alertAnswerText(alert, t)}</p>
      <label className={styles.label} htmlFor={noteId}>
        {t('alerts.note')}
      </label>
      <textarea
        id={noteId}
        className={styles.note}
        maxLength={maxNoteLength}
        rows={2}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div ref={answerList} className={styles.answers}>
        {asked === undefined ? (
          <Choices
            alert={alert}
            isStale={isStale}
            // Where an alert is attended, somebody is in the room.
            onResolve={alert.state === 'attended' || alert.isTest ? resolve : setAsked}
            onWithdraw={() => give({ action: 'withdraw' })}
          />
        ) : (
          <Question isStale={isStale} onAnswer={(attended) => resolve(asked, attended)} />
        )}
      </div>
    </Dialog>
  );
}

type GivenHere = Pick<AlertAnswer, 'action' | 'resolution' | 'attended' | 'note'>;

interface ChoicesProps extends Pick<AnswerDialogProps, 'alert' | 'isStale'> {
  readonly onResolve: (resolution: AlertResolution) => void;
  readonly onWithdraw: () => void;
}

/** Figures leave tests out, so a real alert never ends as one. */
function Choices({ alert, isStale, onResolve, onWithdraw }: ChoicesProps) {
  const { t } = useTranslation();
  const { state, by, isTest } = alert;
  const canWithdraw = state !== 'raised' && by.kind === 'user';
  return (
    <>
      {isTest && <Answer label={t('alerts.test')} isStale={isStale} onGive={() => onResolve('test')} />}
      {!isTest && <Answer label={t('alerts.resolve')} isStale={isStale} onGive={() => onResolve('helped')} />}
      {!isTest && <Answer label={t('alerts.false_alarm')} isStale={isStale} onGive={() => onResolve('false-alarm')} />}
      {canWithdraw && <Answer label={t('alerts.withdraw')} isStale={isStale} onGive={onWithdraw} />}
    </>
  );
}

interface QuestionProps {
  readonly isStale: boolean;
  readonly onAnswer: (isAttended: boolean) => void;
}

/** An alert that ends although nobody was in the room is told apart from the others. */
function Question({ isStale, onAnswer }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <>
      {/* The button that had the focus is gone. */}
      <p ref={focus} tabIndex={-1} className={styles.question}>
        {t('alerts.was_attended')}
      </p>
      <Answer label={t('alerts.somebody')} isStale={isStale} onGive={() => onAnswer(true)} />
      <Answer label={t('alerts.nobody')} isStale={isStale} onGive={() => onAnswer(false)} />
    </>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}

function Answer({ label, isStale, onGive }: { label: string; isStale: boolean; onGive: () => void }) {
  return (
    <button type="button" className={styles.answer} disabled={isStale} onClick={onGive}>
      {label}
    </button>
  );
}
