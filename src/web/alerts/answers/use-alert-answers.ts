/** The queue of the answers of a session, which sends them with calls of the API. */
import { useEffect, useState } from 'react';
import { type ApiClient, useApi } from '../../api/api-client.tsx';
import { readSessionCache, writeSessionCache } from '../../api/session-cache.ts';
import { useStore } from '../../shared/create-store.ts';
import { loadSound } from '../../sound/lazy-sound.ts';
import { StoredAnswers } from './alert-answer.ts';
import { AnswerQueue } from './answer-queue.ts';
import { answerQueueStore } from './answer-queue-store.ts';
import type { AnswerSnapshot } from './answer-state.ts';
import { sendAnswer } from './send-answer.ts';

export interface AlertAnswers extends AnswerSnapshot {
  readonly queue: AnswerQueue;
}

/** One storage key for all wards, because an answer is sent even if the user opens another ward meanwhile. */
const storageKey = 'alert-answers';

/** The answers that this board gives to alerts. `isLive`: false while the connection is lost. */
export function useAlertAnswers(isLive: boolean): AlertAnswers {
  const api = useApi();
  const [queue] = useState(() => answerQueueStore.get() ?? startAnswerQueue(api));
  const snapshot = useStore(queue.state);
  useEffect(() => {
    const onLeave = () => queue.sendUndoable();
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      onLeave();
    };
  }, [queue]);
  useEffect(() => {
    if (isLive) queue.retryNow();
  }, [queue, isLive]);
  return { ...snapshot, queue };
}

function startAnswerQueue(api: ApiClient): AnswerQueue {
  const queue = new AnswerQueue({
    send: (answer, signal) => sendAnswer(api, answer, signal),
    readStored: () => readSessionCache(sessionStorage, storageKey, StoredAnswers) ?? [],
    store: (answers) => writeSessionCache(sessionStorage, storageKey, answers),
    onGivenUp: () =>
      void loadSound().then(
        ({ playAnswerFailed }) => playAnswerFailed(),
        () => undefined,
      ),
  });
  answerQueueStore.set(queue);
  queue.start();
  return queue;
}
