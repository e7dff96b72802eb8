import { useQueryClient } from '@tanstack/react-query';
import { homeQueryKey } from '../../places.ts';
import { useNotify } from '../../../administration/notifications.tsx';

interface SaveOptions {
  /** Sends the edit to the server. Rejects with the error of the call. */
  readonly send: () => Promise<unknown>;
  /** The text of the notification that is shown when the edit is saved. */
  readonly text: string;
  /** Called when the edit is saved, before the page fetches its data again. */
  readonly onSaved: () => void;
  /** The uuid of a place that the edit removes. Its rooms are not fetched again. */
  readonly removed?: string | undefined;
}

/** Returns a function that saves an edit of the home. Rejects with the error of the call. */
export function useSave() {
  const queries = useQueryClient();
  const notify = useNotify();
  return async ({ send, text, onSaved, removed }: SaveOptions): Promise<void> => {
    try {
      await send();
      notify(text);
      onSaved();
    } finally {
      // Fetches the data again after a conflict too, so that the page shows the changes of the other user.
      await queries.invalidateQueries({
        queryKey: homeQueryKey,
        predicate: ({ queryKey }) => removed === undefined || !queryKey.includes(removed),
      });
    }
  };
}
