/** What the server said last about this wall board. It is shown while the server does not answer. */
import type * as z from 'zod/mini';
import { OwnWallBoard } from '../../contract/wall-boards/wall-boards.ts';
import { readSessionCache, writeSessionCache } from '../api/session-cache.ts';

export type OwnWallBoard = z.output<typeof OwnWallBoard>;

const cacheKey = 'own-wall-board';

export function readKnownBoard(): OwnWallBoard | undefined {
  return readSessionCache(localStorage, cacheKey, OwnWallBoard);
}

/** `board`: undefined when the screen is no wall board any more. */
export function storeKnownBoard(board: OwnWallBoard | undefined): void {
  writeSessionCache(localStorage, cacheKey, board ?? null);
}
