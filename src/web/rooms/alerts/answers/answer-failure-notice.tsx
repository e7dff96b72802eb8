import { useEffect } from 'react';
import type { Translate } from '../../../language/translate.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { alertAnswerText } from '../alert-text.ts';
import type { AnswerFailure } from './answer-state.ts';
import type { AlertAnswers } from './use-alert-answers.ts';
import styles from '../../sending/failure-notice.module.css';

const conflictShownMs = 10_000;

/** Tells staff that an answer did not count: at the bottom of the screen, so that no card moves. */
export function AnswerFailureNotice({ answers: { failure, queue } }: { readonly answers: AlertAnswers }) {
  const { t } = useTranslation();
  const isConflict = failure?.kind === 'conflict';
  useEffect(() => {
    if (!isConflict) return undefined;
    const timer = setTimeout(() => queue.state.setFailure(undefined), conflictShownMs);
    return () => clearTimeout(timer);
  }, [isConflict, queue]);
  if (failure === undefined) return null;
  const { kind } = failure;
  return (
    <div role={kind === 'unsent' ? 'alert' : 'status'} className={styles.message} data-kind={kind}>
      <p>{textOf(failure, t)}</p>
      <button type="button" className={styles.close} onClick={() => queue.state.setFailure(undefined)}>
        {t('alerts.close')}
      </button>
    </div>
  );
}

function textOf(failure: AnswerFailure, t: Translate): string {
  const { roomName } = failure.answer;
  if (failure.kind === 'unsent') return t('alerts.not_sent', { room: roomName });
  return `${roomName}: ${alertAnswerText(failure.alert, t) ?? t('alerts.raised_again')}`;
}
