import { ApiError } from '../api/api-error.ts';
import { Button } from '../ui/button/button.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { useHistoryTexts } from './use-history-texts.ts';

interface LoadFailureProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Shown in place of a history that could not be fetched. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const texts = useHistoryTexts();
  if (error instanceof ApiError && error.status === 404) {
    return <EmptyState icon="warning" text={texts('not_found')} />;
  }
  return (
    <EmptyState icon="no-connection" text={texts('not_loaded')}>
      <Button look="strong" onClick={onRetry}>
        {texts('retry')}
      </Button>
    </EmptyState>
  );
}
