import { useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { homeEndpoints } from '../../../../contract/manage/home.ts';
import { useApi } from '../../../api/api-client.tsx';
import { useNotify } from '../../shell/notifications.tsx';
import type { HomeChange } from '../../home/home-change.ts';
import { useAlertsAgain } from './use-alerts-again.ts';
import { homeKey, placesKey } from '../../home/places.ts';

type Changed = Pick<z.output<typeof homeEndpoints.changeHome.response>, 'undo' | 'reopened'>;

/** Changes the home, says so with an undo, and fetches what the page shows. Rejects with the error of the call. */
export function useChangeHome() {
  const { call } = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const again = useAlertsAgain();
  const refresh = () => queries.invalidateQueries({ queryKey: homeKey });

  async function undo(body: HomeChange): Promise<string> {
    try {
      return again(await call(homeEndpoints.changeHome, { body, query: {} }));
    } finally {
      await refresh();
    }
  }

  /** `send`: the call. `text`: what the notification says. */
  async function changeWith(send: () => Promise<Changed>, text: string): Promise<void> {
    try {
      const changed = await send();
      const { undo: inverse } = changed;
      notify({ text: `${text} ${again(changed)}`.trim(), undo: inverse === null ? undefined : () => undo(inverse) });
    } finally {
      // After a conflict the page shows what somebody else has changed.
      await refresh();
    }
  }

  return {
    changeWith,
    change: (body: HomeChange, text: string): Promise<void> =>
      changeWith(() => call(homeEndpoints.changeHome, { body, query: {} }), text),
    /** Removes a place and leaves its page, which must not be fetched again. */
    removePlace: async (body: HomeChange, text: string, leave: () => void): Promise<void> => {
      const { undo: inverse } = await call(homeEndpoints.changeHome, { body, query: {} });
      notify({ text, undo: inverse === null ? undefined : () => undo(inverse) });
      leave();
      await queries.invalidateQueries({ queryKey: placesKey });
    },
    /** What the change would do. */
    preview: (body: HomeChange, signal?: AbortSignal) =>
      call(homeEndpoints.changeHome, { body, query: { dryRun: 'true' }, signal }),
  };
}
