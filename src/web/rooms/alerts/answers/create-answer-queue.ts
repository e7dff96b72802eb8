/** The queue of the answers that staff give, with the calls of the API. */
import * as z from 'zod/mini';
import { endpoints } from '../../../../contract/endpoints.ts';
import type { ApiClient } from '../../../api/api-client.tsx';
import { isFinal } from '../../../api/api-error.ts';
import { readSessionCache, writeSessionCache } from '../../../api/session-cache.ts';
import { ReceivedAlert } from '../../live/received-alerts.ts';
import { reportAnsweredAlert } from '../../watch/stand-in-rooms.ts';
import { type AlertAnswer, StoredAnswers } from './alert-answer.ts';
import { AnswerQueue, type AnswerResult } from './answer-queue.ts';

/** One key for all wards: an answer is sent also if the user opens another ward meanwhile. */
const storageKey = 'alert-answers';

export function createAnswerQueue(api: ApiClient): AnswerQueue {
  return new AnswerQueue({
    send: (answer, signal) => sendAnswer(api, answer, signal),
    readStored: () => readSessionCache(sessionStorage, storageKey, StoredAnswers) ?? [],
    store: (answers) => writeSessionCache(sessionStorage, storageKey, answers),
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
  const { alertUuid, action, resolution = 'helped', note } = answer;
  // The queue repeats the call itself, and shows each failure at once.
  const options = { params: { id: alertUuid }, signal, maxAttempts: 1 };
  try {
    const alert =
      action === 'resolve'
        ? await call(calls.resolve, { ...options, body: { resolution, note } })
        : await call(calls[action], options);
    reportAnsweredAlert(alert);
    return { kind: 'accepted', alert };
  } catch (error) {
    if (!isFinal(error)) throw error;
    const { data } = z.safeParse(Conflict, error.body);
    return data === undefined ? { kind: 'refused' } : { kind: 'conflict', alert: data.alert };
  }
}
