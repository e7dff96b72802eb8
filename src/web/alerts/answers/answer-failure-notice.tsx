import type { Translate } from '../../language/translate.ts';
import { useTranslation } from '../../language/translation.tsx';
import { FailureNotice } from '../../live/sending/failure-notice.tsx';
import { describeAlertAnswer, formatAlertName } from '../alert-text.ts';
import type { AnswerFailure } from './alert-answer.ts';
import type { AlertAnswers } from './use-alert-answers.ts';

/** Tells staff that answers had no effect. */
export function AnswerFailureNotice({ answers: { failures, queue } }: { readonly answers: AlertAnswers }) {
  const { t } = useTranslation();
  if (failures.size === 0) return null;
  const shown = [...failures.values()];
  const isUnsent = shown.some(({ kind }) => kind === 'unsent');
  const isUrgent = isUnsent || shown.some(({ kind }) => kind === 'again');
  return (
    <FailureNotice isUnsent={isUnsent} isUrgent={isUrgent} onClose={queue.state.clearFailures}>
      {shown.map((failure) => (
        <p key={failure.answer.alertUuid}>{textOf(failure, t)}</p>
      ))}
    </FailureNotice>
  );
}

function textOf(failure: AnswerFailure, t: Translate): string {
  const { roomName: room } = failure.answer;
  if (failure.kind === 'unsent') return t('alerts.not_sent', { room });
  const { alert } = failure;
  if (failure.kind === 'again') return t('alerts.again', { room, name: formatAlertName(alert, t) });
  return `${room}: ${describeAlertAnswer(alert, t) ?? t('alerts.raised_again')}`;
}
