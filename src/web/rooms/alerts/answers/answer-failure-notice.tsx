import type { Translate } from '../../../language/translate.ts';
import { useTranslation } from '../../../language/translation.tsx';
import { alertAnswerText, alertName } from '../alert-text.ts';
import type { AnswerFailure } from './answer-failure.ts';
import type { AlertAnswers } from './use-alert-answers.ts';
import styles from '../../sending/failure-notice.module.css';

/** Tells staff that answers did not count: at the bottom of the screen, so that no card moves. */
export function AnswerFailureNotice({ answers: { failures, queue } }: { readonly answers: AlertAnswers }) {
  const { t } = useTranslation();
  if (failures.size === 0) return null;
  const shown = [...failures.values()];
  const isUnsent = shown.some(({ kind }) => kind === 'unsent');
  const isUrgent = isUnsent || shown.some(({ kind }) => kind === 'again');
  return (
    <div role={isUrgent ? 'alert' : 'status'} className={styles.message} data-kind={isUnsent ? 'unsent' : 'conflict'}>
      <div>
        {shown.map((failure) => (
          <p key={failure.alertUuid}>{textOf(failure, t)}</p>
        ))}
      </div>
      <button type="button" className={styles.close} onClick={() => queue.state.removeFailures(() => true)}>
        {t('alerts.close')}
      </button>
    </div>
  );
}

function textOf(failure: AnswerFailure, t: Translate): string {
  const { roomName: room } = failure;
  if (failure.kind === 'unsent') return t('alerts.not_sent', { room });
  const { alert } = failure;
  if (failure.kind === 'again') return t('alerts.again', { room, name: alertName(alert, t) });
  return `${room}: ${alertAnswerText(alert, t) ?? t('alerts.raised_again')}`;
}
