/** The queue of the answers of a session, which sends them with calls of the API. */
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import { type ApiClient, useApi } from '../../api/api-client.tsx';
import { isFinal } from '../../api/api-error.ts';
import { readSessionCache, writeSessionCache } from '../../api/session-cache.ts';
import { ReceivedAlert } from '../../live/received-rooms.ts';
import { reportAnsweredAlert } from '../../live/stand-in-rooms.ts';
import { useStore } from '../../shared/create-store.ts';
import { loadSound } from '../../sound/lazy-sound.ts';
import { type AlertAnswer, StoredAnswers } from './alert-answer.ts';
import { AnswerQueue, type AnswerResult } from './answer-queue.ts';
import { answerQueueStore } from './answer-queue-store.ts';
import type { AnswerSnapshot } from './answer-state.ts';

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

const calls = {
  acknowledge: { ...endpoints.acknowledgeAlert, response: ReceivedAlert },
  withdraw: { ...endpoints.withdrawAlert, response: ReceivedAlert },
  attend: { ...endpoints.attendAlert, response: ReceivedAlert },
  resolve: { ...endpoints.resolveAlert, response: ReceivedAlert },
} as const;

/** The problem body for an answer that came too late. */
const Conflict = z.object({ current: ReceivedAlert });

async function sendAnswer({ call }: ApiClient, answer: AlertAnswer, signal: AbortSignal): Promise<AnswerResult> {
  const { alertUuid, seen, onBehalfOf, action, resolution = 'helped', note, attended } = answer;
  // One attempt per call, because the queue itself repeats the call and shows each failure at once.
  const options = { params: { id: alertUuid }, signal, maxAttempts: 1 };
  try {
    const alert = await sent();
    reportAnsweredAlert(alert);
    return { kind: 'accepted', alert };
  } catch (error) {
    if (!isFinal(error)) throw error;
    const { data } = z.safeParse(Conflict, error.body);
    return data === undefined ? { kind: 'refused' } : { kind: 'conflict', alert: data.current };
  }

  function sent(): Promise<ShownAlert> {
    if (action === 'withdraw') return call(calls.withdraw, { ...options, body: { onBehalfOf } });
    if (action !== 'resolve') return call(calls[action], { ...options, body: { seen, onBehalfOf } });
    return call(calls.resolve, { ...options, body: { seen, onBehalfOf, resolution, note, attended } });
  }
}
