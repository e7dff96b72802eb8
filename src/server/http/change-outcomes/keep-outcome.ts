/** Stores the outcome of each change that is sent with an Idempotency-Key. */
import type { onSendAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import * as z from 'zod/mini';
import { idempotencyKeyHeader } from '../../../contract/change-outcome.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { Uuid } from '../../../contract/uuid.ts';
import { invalidField } from '../../shared/invalid-field.ts';
import type { ChangeId, ChangeOutcomes } from './change-outcomes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The subject of the user who calls. Null: nobody is signed in, or a device calls. */
    subject: string | null;
    /** The change whose outcome is stored. */
    change: ChangeId | null;
  }
}

interface OutcomeHooks {
  readonly preHandler: preHandlerAsyncHookHandler;
  readonly onSend: onSendAsyncHookHandler;
}

/** The hooks of the route of a change. `onSend` also runs when the caller has closed the connection. */
export function createOutcomeHooks(outcomes: ChangeOutcomes, kind: NonNullable<Endpoint['outcome']>): OutcomeHooks {
  return {
    preHandler: async (request) => {
      const key = request.headers[idempotencyKeyHeader];
      const { subject } = request;
      if (key === undefined || subject === null) return;
      const change = { subject, id: idOf(key) };
      await outcomes.start(change);
      request.change = change;
    },
    onSend: async (request, reply, payload) => {
      const { change } = request;
      const { statusCode: status } = reply;
      if (change === null) return payload;
      const isStored = typeof payload === 'string' && (kind === 'kept' || status !== 200);
      try {
        await outcomes.keep(change, { status, answer: isStored ? payload : null });
      } catch (error) {
        request.log.warn({ err: error }, 'the outcome of a change was not stored');
      }
      return payload;
    },
  };
}

function idOf(key: string | string[]): string {
  const id = z.safeParse(Uuid, key);
  if (id.success) return id.data.toLowerCase();
  throw invalidField('Idempotency-Key', 'must be a uuid');
}
