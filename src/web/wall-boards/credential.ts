/** The token of this wall board. It stays in the browser through restarts. */
import { createStore } from '../shared/create-store.ts';

const storageKey = 'room-status:wall-board';

export type WallBoardCredential = ReturnType<typeof createWallBoardCredential>;

export function createWallBoardCredential(storage: Storage) {
  const token = createStore<string | undefined>(storage.getItem(storageKey) ?? undefined);
  return {
    store: token,
    /** Undefined: the screen is no wall board. */
    set: (next: string | undefined): void => {
      if (next === undefined) storage.removeItem(storageKey);
      else storage.setItem(storageKey, next);
      token.set(next);
    },
  };
}
