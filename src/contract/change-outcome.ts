/**
 * The outcome of a change, for a caller that lost the response. The caller sends the change with an `Idempotency-Key`
 * of its own choice, a uuid (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
 */
import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { Uuid } from './uuid.ts';

export const idempotencyKeyHeader = 'idempotency-key';

/** The reason in the response to a change whose key was used before. Such a change is not executed. */
export const repeatedChangeReason = 'repeated-change';

/** The server keeps an outcome for this time. After that it treats the key as unknown. */
export const outcomeRetentionMs = 3_600_000;

export const changeOutcomeEndpoints = {
  settleChange: {
    method: 'POST',
    path: '/changes/{id}/outcome',
    access: 'user',
    reach: 'caller',
    summary:
      'What became of your change with this Idempotency-Key, for an hour. A change that has not arrived by now is refused when it arrives',
    params: z.object({ id: Uuid }),
    response: z.object({
      state: z.enum(['running', 'answered', 'not-received']),
      /** The HTTP status of the response to the change. Null: the server has not responded. */
      status: z.nullable(z.int()),
      /**
       * The body of the response to the change. Null: there was none, or it was not stored because it is shown only
       * once.
       */
      answer: z.nullable(z.string()),
    }),
  },
} as const satisfies Record<string, Endpoint>;
