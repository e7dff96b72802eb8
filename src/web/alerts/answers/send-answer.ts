import * as z from 'zod/mini';
import { endpoints } from '../../../contract/endpoints.ts';
import type { ShownAlert } from '../../../domain/alerts/shown-alert.ts';
import type { ApiClient } from '../../api/api-client.tsx';
import { isFinal, isFromServer } from '../../api/api-error.ts';
import { ReceivedAlert } from '../../live/received-rooms.ts';
import { reportAnsweredAlert } from '../../live/stand-in-rooms.ts';
import type { AlertAnswer } from './alert-answer.ts';
import type { AnswerResult } from './answer-queue.ts';

const calls = {
  acknowledge: { ...endpoints.acknowledgeAlert, response: ReceivedAlert },
  withdraw: { ...endpoints.withdrawAlert, response: ReceivedAlert },
  attend: { ...endpoints.attendAlert, response: ReceivedAlert },
  resolve: { ...endpoints.resolveAlert, response: ReceivedAlert },
} as const;

/** The problem body for an answer that came too late. */
const Conflict = z.object({ current: ReceivedAlert });

/** Sends one answer. Rejects when the server cannot be reached, also when a proxy refuses the call in its place. */
export async function sendAnswer(
  { call }: Pick<ApiClient, 'call'>,
  answer: AlertAnswer,
  signal: AbortSignal,
): Promise<AnswerResult> {
  const { alertUuid, seen, onBehalfOf, action, resolution = 'helped', note, attended } = answer;
  // One attempt per call, because the queue itself repeats the call and shows each failure at once.
  const options = { params: { id: alertUuid }, signal, maxAttempts: 1 };
  try {
    const alert = await sent();
    reportAnsweredAlert(alert);
    return { kind: 'accepted', alert };
  } catch (error) {
    if (!isFinal(error) || !isFromServer(error)) throw error;
    const { data } = z.safeParse(Conflict, error.body);
    return data === undefined ? { kind: 'refused' } : { kind: 'conflict', alert: data.current };
  }

  function sent(): Promise<ShownAlert> {
    if (action === 'withdraw') return call(calls.withdraw, { ...options, body: { onBehalfOf } });
    if (action !== 'resolve') return call(calls[action], { ...options, body: { seen, onBehalfOf } });
    return call(calls.resolve, { ...options, body: { seen, onBehalfOf, resolution, note, attended } });
  }
}
