/** The queue of the answers that staff give, with the calls of the API. */
import * as z from 'zod/mini';
import { endpoints } from '../../../../contract/endpoints.ts';
import type { ShownAlert } from '../../../../domain/alerts/shown-alert.ts';
import type { ApiClient } from '../../../api/api-client.tsx';
import { isFinal } from '../../../api/api-error.ts';
import { readSessionCache, writeSessionCache } from '../../../api/session-cache.ts';
import { ReceivedAlert } from '../../live/received-alerts.ts';
import { loadSound } from '../../sound/lazy-sound.ts';
import { reportAnsweredAlert } from '../../watch/stand-in-rooms.ts';
import { type AlertAnswer, StoredAnswers } from './alert-answer.ts';
import { StoredFailures } from './answer-failure.ts';
import { AnswerQueue, type AnswerResult } from './answer-queue.ts';

/** One key for all wards: an answer is sent also if the user opens another ward meanwhile. */
const storageKey = 'alert-answers';
const failuresKey = 'alert-answer-failures';

export function createAnswerQueue(api: ApiClient): AnswerQueue {
  return new AnswerQueue({
    send: (answer, signal) => sendAnswer(api, answer, signal),
    readStored: () => readSessionCache(sessionStorage, storageKey, StoredAnswers) ?? [],
    store: (answers) => writeSessionCache(sessionStorage, storageKey, answers),
    readStoredFailures: () => readSessionCache(sessionStorage, failuresKey, StoredFailures) ?? [],
    storeFailures: (failures) =>
      writeSessionCache(
        sessionStorage,
        failuresKey,
        failures.filter(({ kind }) => kind === 'unsent'),
      ),
    onGivenUp: () =>
      void loadSound().then(
        ({ playGivenUp }) => playGivenUp(),
        () => undefined,
      ),
  });
}

const calls = {
  acknowledge: { ...endpoints.acknowledgeAlert, response: ReceivedAlert },
  withdraw: { ...endpoints.withdrawAlert, response: ReceivedAlert },
  attend: { ...endpoints.attendAlert, response: ReceivedAlert },
  resolve: { ...endpoints.resolveAlert, response: ReceivedAlert },
} as const;

/** The problem body of an answer that came too late. */
const Conflict = z.object({ alert: ReceivedAlert });

async function sendAnswer({ call }: ApiClient, answer: AlertAnswer, signal: AbortSignal): Promise<AnswerResult> {
  const { alertUuid, seen, action, resolution = 'helped', note, attended } = answer;
  // The queue repeats the call itself, and shows each failure at once.
  const options = { params: { id: alertUuid }, signal, maxAttempts: 1 };
  try {
    const alert = await sent();
    reportAnsweredAlert(alert);
    return { kind: 'accepted', alert };
  } catch (error) {
    if (!isFinal(error)) throw error;
    const { data } = z.safeParse(Conflict, error.body);
    return data === undefined ? { kind: 'refused' } : { kind: 'conflict', alert: data.alert };
  }

  function sent(): Promise<ShownAlert> {
    if (action === 'withdraw') return call(calls.withdraw, options);
    if (action === 'resolve') return call(calls.resolve, { ...options, body: { seen, resolution, note, attended } });
    return call(calls[action], { ...options, body: { seen } });
  }
}
