import { useId, useRef, useState } from 'react';
import { maxNoteLength, type AlertResolution } from '../../../../domain/alerts/alert.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { AlertControls } from './alert-entry.tsx';
import { AlertSheet } from './alert-sheet.tsx';
import { alertAnswerText, alertName } from '../alert-text.ts';
import type { RoomAlert } from '../open-alerts.ts';
import { useTapGuard } from '../answers/use-tap-guard.ts';
import styles from './alert-dialogs.module.css';

/** All alerts, the other answers to one alert, or nothing. */
export type ShownDialog = 'none' | 'all' | { readonly alertUuid: string };

interface AlertDialogsProps extends AlertControls {
  readonly alerts: readonly RoomAlert[];
  readonly shown: ShownDialog;
  readonly onClose: () => void;
}

export function AlertDialogs({ alerts, shown, onClose, ...controls }: AlertDialogsProps) {
  if (shown === 'none') return null;
  if (shown === 'all') return <AlertSheet alerts={alerts} onClose={onClose} {...controls} />;
  const entry = alerts.find(({ alert }) => alert.uuid === shown.alertUuid);
  return entry && <AnswerDialog {...entry} {...controls} onClose={onClose} />;
}

interface AnswerDialogProps extends RoomAlert, Pick<AlertControls, 'answers' | 'isStale'> {
  readonly onClose: () => void;
}

/** The answers that are not the next step, and a note. */
function AnswerDialog({ room, alert, answers, isStale, onClose }: AnswerDialogProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const noteId = useId();
  const answerList = useRef<HTMLDivElement>(null);
  useTapGuard(answerList, alert.uuid);
  const answer = { alertUuid: alert.uuid, roomName: room.displayName };
  const canWithdraw = alert.state !== 'raised' && alert.by.kind === 'user';
  const resolve = (resolution: AlertResolution): void => {
    const text = note.trim();
    answers.queue.give({ ...answer, action: 'resolve', resolution, note: text === '' ? undefined : text });
    onClose();
  };
  const withdraw = (): void => {
    answers.queue.give({ ...answer, action: 'withdraw' });
    onClose();
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
        <Answer label={t('alerts.resolve')} isStale={isStale} onGive={() => resolve('helped')} />
        <Answer label={t('alerts.false_alarm')} isStale={isStale} onGive={() => resolve('false-alarm')} />
        <Answer label={t('alerts.test')} isStale={isStale} onGive={() => resolve('test')} />
        {canWithdraw && <Answer label={t('alerts.withdraw')} isStale={isStale} onGive={withdraw} />}
      </div>
    </Dialog>
  );
}

function Answer({ label, isStale, onGive }: { label: string; isStale: boolean; onGive: () => void }) {
  return (
    <button type="button" className={styles.answer} disabled={isStale} onClick={onGive}>
      {label}
    </button>
  );
}
