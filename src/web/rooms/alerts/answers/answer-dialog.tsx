import { useId, useRef, useState } from 'react';
import { maxNoteLength, type AlertResolution } from '../../../../domain/alerts/alert.ts';
import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
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
            onResolve={(resolution) => (isClear(alert, resolution) ? resolve(resolution) : setAsked(resolution))}
            onWithdraw={() => give({ action: 'withdraw' })}
          />
        ) : (
          <Question alert={alert} asked={asked} isStale={isStale} onAnswer={(attended) => resolve(asked, attended)} />
        )}
      </div>
    </Dialog>
  );
}

/** Whether nothing is to be asked. Where an alert is attended, somebody is in the room. */
function isClear({ state, isTest, isFault }: ShownAlert, resolution: AlertResolution): boolean {
  return isTest || isFault || (state === 'attended' && resolution !== 'sensor-faulty');
}

type GivenHere = Pick<AlertAnswer, 'action' | 'resolution' | 'attended' | 'note'>;

interface ChoicesProps extends Pick<AnswerDialogProps, 'alert' | 'isStale'> {
  readonly onResolve: (resolution: AlertResolution) => void;
  readonly onWithdraw: () => void;
}

function Choices({ alert, isStale, onResolve, onWithdraw }: ChoicesProps) {
  const { t } = useTranslation();
  const { state, by } = alert;
  const canWithdraw = state !== 'raised' && by.kind === 'user' && !alert.isFault;
  return (
    <>
      {choicesOf(alert).map(([resolution, text]) => (
        <Answer key={resolution} label={t(`alerts.${text}`)} isStale={isStale} onGive={() => onResolve(resolution)} />
      ))}
      {canWithdraw && <Answer label={t('alerts.withdraw')} isStale={isStale} onGive={onWithdraw} />}
    </>
  );
}

const choices = [
  ['helped', 'resolve'],
  ['false-alarm', 'false_alarm'],
  ['sensor-faulty', 'faulty'],
] as const;

/** The resolutions that an alert can have. Figures leave tests out, so a real alert never ends as one. */
function choicesOf({ isTest, isFault }: ShownAlert) {
  if (isFault) return [['repaired', 'repaired']] as const;
  return isTest ? ([['test', 'test']] as const) : choices;
}

interface QuestionProps extends Pick<AnswerDialogProps, 'alert' | 'isStale'> {
  readonly asked: AlertResolution;
  readonly onAnswer: (isAttended: boolean) => void;
}

/**
 * An alert that ends although nobody was in the room is told apart from the others. A sensor is faulty only if somebody
 * has looked.
 */
function Question({ alert, asked, isStale, onAnswer }: QuestionProps) {
  const { t } = useTranslation();
  const isFaulty = asked === 'sensor-faulty';
  return (
    <>
      {/* The button that had the focus is gone. */}
      <p ref={focus} tabIndex={-1} className={styles.question}>
        {isFaulty ? t('alerts.faulty_means', { name: alertName(alert, t) }) : t('alerts.was_attended')}
      </p>
      <Answer label={t('alerts.somebody')} isStale={isStale} onGive={() => onAnswer(true)} />
      {!isFaulty && <Answer label={t('alerts.nobody')} isStale={isStale} onGive={() => onAnswer(false)} />}
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
