import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useApi } from '../api/api-client.tsx';
import { withTokenLock } from '../api/token-lock.ts';
import { readSessionCache, writeSessionCache } from '../api/session-cache.ts';
import { type BoardPlace, fetchRoomsOf, openLiveConnection } from './board-place.ts';
import { BoardSubscription } from './board-subscription.ts';
import { initialBoard, type LiveBoard } from './live-board.ts';
import { ReceivedRoom } from './received-rooms.ts';
import { canReloadPage, createReloadPolicy } from './reload-policy.ts';

const CachedBoard = z.object({ asOf: z.number(), streams: z.array(ReceivedRoom), leftAt: z.optional(z.number()) });

/**
 * The live rooms of a place while the component is mounted. `onState`: called at once for each change. The component
 * may render later, and once for several changes.
 */
export function useBoardStreams(place: BoardPlace, onState: (board: LiveBoard) => void): LiveBoard {
  const api = useApi();
  const cacheKey = `ward:${place.uuid}`;
  const [cached] = useState(() => readSessionCache(sessionStorage, cacheKey, CachedBoard));
  const [board, setBoard] = useState(() => initialBoard(cached));
  useEffect(() => {
    const subscription = new BoardSubscription({
      openLive: (callbacks) => openLiveConnection(api, place, callbacks),
      fetchStreams: (signal) => fetchRoomsOf(api, place, signal),
      reloadPolicy: createReloadPolicy({
        storage: sessionStorage,
        canReload: canReloadPage,
        reload: () => location.reload(),
        withTokenLock,
      }),
      cached,
      writeCache: (rooms) => writeSessionCache(sessionStorage, cacheKey, rooms),
      onState: (state) => {
        onState(state);
        setBoard(state);
      },
    });
    const leavePage = () => subscription.leavePage();
    window.addEventListener('pagehide', leavePage);
    return () => {
      window.removeEventListener('pagehide', leavePage);
      subscription.stop();
    };
  }, [api, place, cached, cacheKey, onState]);
  return board;
}
