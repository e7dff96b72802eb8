/**
 * Calls of the administration that change data. When the response to a change does not arrive, the page asks the
 * server whether it saved the change, and the call ends as if the response had arrived.
 */
import * as z from 'zod/mini';
import { changeOutcomeEndpoints, repeatedChangeReason } from '../../../contract/change-outcome.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { Problem } from '../../../contract/problem.ts';
import { ApiError, errorOfResponse, isFinal } from '../../api/api-error.ts';
import { type AnyCallOptions, type CallEndpoint, type CallOptions, retryDelayMs } from '../../api/call-endpoint.ts';
import { createStore, useStore } from '../../shared/create-store.ts';
import { delay } from '../../shared/delay.ts';

const outcomeIntervalMs = 2_000;
/** How long the page asks for an outcome: less than the server keeps it, because later it would look unsaved. */
const outcomeTimeoutMs = 600_000;
const defaultMaxAttempts = 3;
/** The HTTP statuses after which a change is sent again: the server refused it only for the moment. */
const retryableStatuses: readonly number[] = [429, 503];

/**
 * The outcome of a change whose response is missing. `not_saved`: the server did not receive it, and refuses it if it
 * arrives later. `response_lost`: it was saved, and the response contained data that are shown only once.
 * `outcome_unknown`: no question about the outcome got a response.
 */
export class OutcomeError extends Error {
  override readonly name = 'OutcomeError';
  readonly outcome: 'not_saved' | 'response_lost' | 'outcome_unknown';

  constructor(outcome: OutcomeError['outcome']) {
    super(outcome);
    this.outcome = outcome;
  }
}

/**
 * Wraps `call`. A change without a response ends with the response that the server has kept, or rejects with an
 * OutcomeError. A refused change rejects as with `call`.
 */
export function createCallWithOutcome(call: CallEndpoint): CallEndpoint {
  return async <E extends Endpoint>(endpoint: E, options: CallOptions<E>) => {
    const { query, signal, maxAttempts = defaultMaxAttempts }: AnyCallOptions = options;
    if (endpoint.outcome === undefined || query?.['dryRun'] === 'true') return call(endpoint, options);
    for (let attempt = 1; ; attempt += 1) {
      const changeId = crypto.randomUUID();
      try {
        return await call(endpoint, { ...options, changeId, maxAttempts: 1 });
      } catch (error) {
        if (signal?.aborted === true) throw error;
        if (!isResponse(error)) {
          const body: unknown = await countWhileMissing(findOutcome(call, changeId));
          return z.parse<E['response']>(endpoint.response, body);
        }
        if (!retryableStatuses.includes(error.status) || attempt >= maxAttempts) throw error;
        await delay(retryDelayMs, signal);
      }
    }
  };
}

/** Whether the error is a response of the server to this change, not a response of a proxy. */
function isResponse(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.reason === repeatedChangeReason) return false;
  const isProblem = z.safeParse(Problem, error.body).success;
  return isProblem || isFinal(error);
}

/** Asks until the outcome is known. Resolves to the body of the response that was lost. */
async function findOutcome(call: CallEndpoint, id: string): Promise<unknown> {
  const askedFrom = Date.now();
  while (Date.now() - askedFrom < outcomeTimeoutMs) {
    const outcome = await requestOutcome(call, id);
    if (outcome?.state === 'not-received') throw new OutcomeError('not_saved');
    if (outcome?.state === 'answered') return bodyOf(outcome);
    await delay(outcomeIntervalMs);
  }
  throw new OutcomeError('outcome_unknown');
}

type Outcome = z.output<typeof changeOutcomeEndpoints.settleChange.response>;

/** Asks the server once for the outcome of a change. Undefined: this question got no response either. */
async function requestOutcome(call: CallEndpoint, id: string): Promise<Outcome | undefined> {
  try {
    return await call(changeOutcomeEndpoints.settleChange, { params: { id }, maxAttempts: 1 });
  } catch (error) {
    if (isFinal(error)) throw new OutcomeError('outcome_unknown');
    return undefined;
  }
}

async function bodyOf({ status, answer }: Outcome): Promise<unknown> {
  if (status !== 200) throw await errorOfResponse(new Response(answer, { status: status ?? 500 }));
  if (answer === null) throw new OutcomeError('response_lost');
  return JSON.parse(answer);
}

/** The number of changes whose response is missing and for whose outcome the page is asking. */
const missingCount = createStore(0);

/** Adds one to `missingCount` until the promise is settled. */
async function countWhileMissing<T>(asked: Promise<T>): Promise<T> {
  missingCount.set(missingCount.get() + 1);
  try {
    return await asked;
  } finally {
    missingCount.set(missingCount.get() - 1);
  }
}

/** Whether the page is asking for the outcome of a change. */
export function useIsResponseMissing(): boolean {
  return useStore(missingCount) > 0;
}
