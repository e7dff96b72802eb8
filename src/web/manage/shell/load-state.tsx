import { LoadingLine } from '../../ui/status/loading-line.tsx';
import { LoadFailure } from './load-failure.tsx';

interface LoadStateProps {
  readonly queries: readonly { readonly error: Error | null; readonly refetch: () => unknown }[];
  /** The text while the data are being fetched. */
  readonly title: string;
}

/**
 * Shown while data of a page are missing: that they are being fetched, or that this failed. NOTE: do not show it in place
 * of data that are there when a later fetch fails, because a dialog would close and lose what was typed.
 */
export function LoadState({ queries, title }: LoadStateProps) {
  for (const { error, refetch } of queries) if (error !== null) return <LoadFailure error={error} onRetry={refetch} />;
  return <LoadingLine title={title} />;
}
