import { ApiError, isFinal } from '../api/api-error.ts';
import { Button } from '../ui/button/button.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { explainRefusal } from './form/reason-text.ts';
import { useTexts } from './use-texts.ts';

interface LoadFailureProps {
  readonly error: Error;
  readonly onRetry: () => unknown;
}

/** An error with a retry button, shown in place of a page or a section whose data could not be fetched. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const { t } = useTexts();
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 403) return <EmptyState icon="warning" text={t('shell.forbidden')} />;
  if (status === 404) return <EmptyState icon="warning" text={t('shell.not_found')} />;
  const refusal = explainRefusal(error, t);
  if (refusal !== undefined && isFinal(error)) return <EmptyState icon="warning" text={refusal} />;
  return (
    <EmptyState icon="no-connection" text={refusal ?? t('shell.not_loaded')}>
      <Button look="strong" onClick={() => void onRetry()}>
        {t('shell.retry')}
      </Button>
    </EmptyState>
  );
}

interface LoadStateProps {
  readonly queries: readonly { readonly error: Error | null; readonly refetch: () => unknown }[];
  /** The text that is shown while the data are being fetched. */
  readonly title: string;
}

/**
 * Shown while data of a page are missing: they are loading, or loading failed. NOTE: do not show it in place of
 * existing data when a later fetch fails, because an open dialog would close and lose the typed text.
 */
export function LoadState({ queries, title }: LoadStateProps) {
  for (const { error, refetch } of queries) if (error !== null) return <LoadFailure error={error} onRetry={refetch} />;
  return <p role="status">{title}</p>;
}
