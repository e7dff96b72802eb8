import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { useApi } from '../../api/api-client.tsx';
import { withTokenLock } from '../../api/token-lock.ts';
import { readSessionCache, writeSessionCache } from '../../api/session-cache.ts';
import { ReceivedRoom } from './received-rooms.ts';
import { createFrameBatch } from './frame-batch.ts';
import { applyChanges, type ShownBoard } from './shown-board.ts';
import { canReloadPage, createReloadPolicy } from './reload-policy.ts';
import { initialBoard } from './state-machine/board-machine.ts';
import { type BoardPlace, fetchRoomsOf, openLive } from './board-place.ts';
import type { StreamDiff } from './state-machine/stream-diff.ts';
import type { LiveBoard } from './state-machine/live-board.ts';
import { subscribeToBoard } from './board-subscription.ts';

const CachedBoard = z.object({ asOf: z.number(), streams: z.array(ReceivedRoom), leftAt: z.optional(z.number()) });

/** Is called at once, and not in the next frame, as the rooms are rendered, so that a hidden board sounds at once. */
export interface BoardListener {
  readonly onState: (board: LiveBoard) => void;
  readonly onChange: (diff: StreamDiff) => void;
}

/** The live rooms of a place, for as long as the component is mounted. */
export function useBoardStreams(place: BoardPlace, listener: BoardListener): ShownBoard {
  const api = useApi();
  const [cached] = useState(() => readSessionCache(sessionStorage, cacheKeyOf(place), CachedBoard));
  const [shown, setShown] = useState((): ShownBoard => ({
    board: initialBoard(cached, Date.now()).view,
    updates: [],
    alertChanges: [],
    pauseChanges: [],
  }));
  const reloadPolicy = useMemo(
    () =>
      createReloadPolicy({
        storage: sessionStorage,
        canReload: canReloadPage,
        reload: () => location.reload(),
        withTokenLock,
      }),
    [],
  );
  useEffect(() => {
    // Without `flushSync` React would render after this frame, and the update would be visible one frame later.
    const batch = createFrameBatch<Partial<ShownBoard>>((changes) =>
      flushSync(() => setShown((before) => applyChanges(before, changes))),
    );
    const subscription = subscribeToBoard({
      openLive: (callbacks) => openLive(api, place, callbacks),
      fetchStreams: (signal) => fetchRoomsOf(api, place, signal),
      reloadPolicy,
      cached,
      writeCache: (board) => writeSessionCache(sessionStorage, cacheKeyOf(place), board),
      onChange: (diff) => {
        listener.onChange(diff);
        const { changed: updates, alertChanges, pauseChanges } = diff;
        batch.add({ updates, alertChanges, pauseChanges });
      },
      onState: (board) => {
        listener.onState(board);
        batch.add({ board });
      },
    });
    window.addEventListener('pagehide', subscription.leavePage);
    return () => {
      window.removeEventListener('pagehide', subscription.leavePage);
      subscription.stop();
      batch.stop();
    };
  }, [api, place, reloadPolicy, cached, listener]);
  return shown;
}

function cacheKeyOf({ uuid }: BoardPlace): string {
  return `ward:${uuid}`;
}
