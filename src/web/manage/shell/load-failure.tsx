import { ApiError, isFinal } from '../../api/api-error.ts';
import buttonStyles from '../../ui/button.module.css';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { refusalText } from './form/reason-text.ts';
import { useTexts } from './use-texts.ts';

interface LoadFailureProps {
  readonly error: Error;
  readonly onRetry: () => unknown;
}

/** Shown in place of a page or a part of it whose data could not be fetched. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const { t } = useTexts();
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 403) return <EmptyState icon="warning" text={t('shell.forbidden')} />;
  if (status === 404) return <EmptyState icon="warning" text={t('shell.not_found')} />;
  const refusal = refusalText(error, t);
  if (refusal !== undefined && isFinal(error)) return <EmptyState icon="warning" text={refusal} />;
  return (
    <EmptyState icon="no-connection" text={refusal ?? t('shell.not_loaded')}>
      <button type="button" className={buttonStyles.strong} onClick={() => void onRetry()}>
        {t('shell.retry')}
      </button>
    </EmptyState>
  );
}
