import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useApi } from '../../../api/api-client.tsx';
import type { AnswerQueue } from './answer-queue.ts';
import type { AnswerSnapshot } from './answer-state.ts';
import { createAnswerQueue } from './create-answer-queue.ts';

export interface AlertAnswers extends AnswerSnapshot {
  readonly queue: AnswerQueue;
}

/** The answers of this board to alerts. `isLive`: false while the connection is lost. */
export function useAlertAnswers(isLive: boolean): AlertAnswers {
  const api = useApi();
  const queue = useMemo(() => createAnswerQueue(api), [api]);
  const snapshot = useSyncExternalStore(queue.state.subscribe, queue.state.snapshot);
  useEffect(() => {
    const onLeave = () => queue.sendUndoable();
    queue.start();
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      queue.stop();
    };
  }, [queue]);
  useEffect(() => {
    if (isLive) queue.retryNow();
  }, [queue, isLive]);
  return { ...snapshot, queue };
}
