import { useRef, useState } from 'react';
import { maxNoteLength, type AlertResolution } from '../../../domain/alerts/alert.ts';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import { useTranslation } from '../../language/translation.tsx';
import { useWallBoard } from '../../live/wall-board.ts';
import { Button } from '../../ui/button/button.tsx';
import { ButtonRow } from '../../ui/button-row/button-row.tsx';
import formStyles from '../../ui/form/form.module.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { describeAlertAnswer, formatAlertName } from '../alert-text.ts';
import type { RoomAlert } from '../../live/open-alerts.ts';
import { type AlertAnswer, roomAndAlertsOf } from './alert-answer.ts';
import type { AnswerControls } from './answer-buttons.tsx';
import { PageNotice } from '../../ui/notice/page-notice.tsx';
import choiceStyles from '../../ui/choices.module.css';
import { useNoticeText } from '../use-notice-text.ts';
import { useTapGuard } from './use-tap-guard.ts';

interface AnswerDialogProps extends Pick<AnswerControls, 'answerer' | 'isStale'> {
  /** The alert for which the dialog was opened. */
  readonly opened: RoomAlert;
  /** The open alerts. */
  readonly alerts: readonly RoomAlert[];
  readonly onClose: () => void;
}

/** A dialog with the answers other than the next step, and a note. A note that was typed stays until a button is pressed. */
export function AnswerDialog({ opened, alerts, answerer, isStale, onClose }: AnswerDialogProps) {
  const { t } = useTranslation();
  const isWallBoard = useWallBoard() !== undefined;
  const open = alerts.find(({ alert }) => alert.uuid === opened.alert.uuid);
  const isOver = open === undefined;
  const { room, alert } = open ?? opened;
  const present = describeAlertAnswer(alert, t);
  const notices = useNoticeText(alert);
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState<AlertResolution>();
  const answerList = useRef<HTMLDivElement>(null);
  useTapGuard(answerList, `${alert.uuid} ${asked}`);
  const give = (answer: DialogAnswer): void => {
    onClose();
    answerer.give({ ...roomAndAlertsOf(room, alert), ...answer });
  };
  const withdraw = (): void => {
    onClose();
    answerer.withdraw(roomAndAlertsOf(room, alert), alert);
  };
  const resolve = (resolution: AlertResolution, attended?: boolean): void => {
    const text = note.trim();
    give({ action: 'resolve', resolution, attended, note: text === '' ? undefined : text });
  };
  const choices =
    asked === undefined
      ? resolutionChoices(alert, {
          resolve: (resolution) => (needsNoQuestion(alert, resolution) ? resolve(resolution) : setAsked(resolution)),
          withdraw,
        })
      : askedAttendance(asked, (isAttended) => resolve(asked, isAttended));
  // Nobody may come back to a wall board, and the dialog covers its rooms.
  if (isOver && (note === '' || isWallBoard)) return null;
  return (
    <Dialog title={`${room.displayName} · ${formatAlertName(alert, t)}`} onClose={note === '' ? onClose : undefined}>
      {isOver && (
        <PageNotice tone="warning" isAlert>
          {t('alerts.closed')}
        </PageNotice>
      )}
      {!isOver && present !== undefined && <p>{present}</p>}
      {notices !== undefined && <p>{notices}</p>}
      <NoteField note={note} onChange={setNote} />
      <div ref={answerList} className={choiceStyles.choices}>
        {asked !== undefined && <Question alert={alert} asked={asked} />}
        {choices.map(({ text, choose }) => (
          <Button key={text} disabled={isStale || isOver} onClick={choose}>
            {t(`alerts.${text}`)}
          </Button>
        ))}
      </div>
      <ButtonRow>
        <Button onClick={onClose}>{t('alerts.close')}</Button>
      </ButtonRow>
    </Dialog>
  );
}

function NoteField({ note, onChange }: { readonly note: string; readonly onChange: (note: string) => void }) {
  const { t } = useTranslation();
  return (
    <label className={formStyles.field}>
      <span className={formStyles.label}>{t('alerts.note')}</span>
      <textarea
        className={formStyles.control}
        maxLength={maxNoteLength}
        rows={2}
        value={note}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

/** Whether the alert can be resolved without asking if somebody was in the room. When it is attended, somebody was. */
function needsNoQuestion({ state, isTest, isFault }: ShownAlert, resolution: AlertResolution): boolean {
  return isTest || isFault || (state === 'attended' && resolution !== 'sensor-faulty');
}

type DialogAnswer = Pick<AlertAnswer, 'action' | 'resolution' | 'attended' | 'note'>;

interface ChoiceActions {
  readonly resolve: (resolution: AlertResolution) => void;
  readonly withdraw: () => void;
}

const resolutions = [
  ['helped', 'resolve'],
  ['false-alarm', 'false_alarm'],
  ['sensor-faulty', 'faulty'],
] as const;

/** The resolutions to choose from. A real alert cannot be resolved as a test, because statistics leave tests out. */
function resolutionChoices({ isTest, isFault, state, by }: ShownAlert, { resolve, withdraw }: ChoiceActions) {
  if (isFault) return [{ text: 'repaired', choose: () => resolve('repaired') }] as const;
  const ways = isTest ? ([['test', 'test']] as const) : resolutions;
  const choices = ways.map(([resolution, text]) => ({ text, choose: () => resolve(resolution) }));
  const canWithdraw = state !== 'raised' && by.kind === 'user';
  return [...choices, ...(canWithdraw ? [{ text: 'withdraw', choose: withdraw } as const] : [])];
}

/** The answers to choose from: only "somebody" for a faulty sensor, because somebody must have looked at the sensor. */
function askedAttendance(asked: AlertResolution, answer: (isAttended: boolean) => void) {
  const somebody = { text: 'somebody', choose: () => answer(true) } as const;
  const nobody = { text: 'nobody', choose: () => answer(false) } as const;
  return asked === 'sensor-faulty' ? [somebody] : [somebody, nobody];
}

/** Asks whether somebody was in the room, because the history distinguishes alerts that were resolved without it. */
function Question({ alert, asked }: { readonly alert: ShownAlert; readonly asked: AlertResolution }) {
  const { t } = useTranslation();
  const meaning = t('alerts.faulty_means', { name: formatAlertName(alert, t) });
  // The question takes the focus, because the button that had the focus is gone.
  return (
    <p ref={focus} tabIndex={-1}>
      {asked === 'sensor-faulty' ? meaning : t('alerts.was_attended')}
    </p>
  );
}

function focus(element: HTMLElement | null): void {
  element?.focus();
}
