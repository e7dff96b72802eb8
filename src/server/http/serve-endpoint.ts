/**
 * Registers an endpoint of the contract: who may call, what may come in, what may go out.
 * The handler gets parsed values and returns what the contract promises.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { ApiServer, Callers } from './api-server.ts';
import { parsePart, type Parsed } from './parse-input.ts';

export interface Call<E extends Endpoint> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly caller: Callers[E['access']];
  readonly request: FastifyRequest;
}

/** Answers 200 with what the handler returns, checked against the endpoint's response schema. */
export function serveEndpoint<E extends Endpoint>(
  api: ApiServer,
  endpoint: E,
  handler: (call: Call<E>) => Promise<z.output<E['response']>>,
  options: ServeOptions<E> = {},
): void {
  serveRaw(api, endpoint, async (call, reply) => sendAnswer(endpoint, reply, await handler(call)), options);
}

/** Sends what the endpoint promises, checked against its response schema. */
export function sendAnswer<E extends Endpoint>(
  endpoint: E,
  reply: FastifyReply,
  value: z.output<E['response']>,
): FastifyReply {
  return sendText(reply, textOf(endpoint, value));
}

/** JSON of what the endpoint promises, checked against its response schema; for an answer that many get. */
export function textOf<E extends Endpoint>(endpoint: E, value: z.output<E['response']>): string {
  const answer = endpoint.response.safeParse(value);
  if (!answer.success) throw new ResponseError(endpoint, answer.error);
  // NOTE: serialised here, because fastify would send nothing at all for null.
  return JSON.stringify(answer.data);
}

/** `text`: JSON, from `textOf`. */
export function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}

export interface ServeOptions<E extends Endpoint> {
  readonly head?: boolean;
  /** Looks at whoever may call, before the body is read; throws AppError for a call that cannot be taken now. */
  readonly admit?: (caller: Callers[E['access']], request: FastifyRequest, reply: FastifyReply) => void;
  /** Of which content type the body may come for as long as the connection lives. */
  readonly takesLongBody?: (contentType: string | undefined) => boolean;
}

/** The same for an answer that is no JSON document: the handler answers on `reply` itself. */
export function serveRaw<E extends Endpoint>(
  api: ApiServer,
  endpoint: E,
  handler: (call: Call<E>, reply: FastifyReply) => Promise<FastifyReply>,
  options: ServeOptions<E> = {},
): void {
  const access: E['access'] = endpoint.access;
  const callers = new WeakMap<FastifyRequest, Callers[E['access']]>();
  api.fastify.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: options.head ?? endpoint.method === 'GET',
    // Before the body is read: a caller nobody knows does not get to send us a megabyte.
    onRequest: async (request, reply) => {
      const caller = await api.authenticators[access](request.headers.authorization);
      options.admit?.(caller, request, reply);
      callers.set(request, caller);
    },
    config: { ...(options.takesLongBody && { takesLongBody: options.takesLongBody }) },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error(`${endpoint.path} was reached without authentication`);
      const call = {
        params: parsePart(endpoint, 'params', request.params),
        query: parsePart(endpoint, 'query', request.query),
        body: parsePart(endpoint, 'body', request.body),
        caller,
        request,
      };
      return handler(call, reply);
    },
  });
}

/** Our own answer breaks the contract: a bug, never shown outside. */
class ResponseError extends Error {
  constructor(endpoint: Endpoint, error: z.core.$ZodError) {
    super(`the answer of ${endpoint.method} ${endpoint.path} does not fit the contract: ${z.prettifyError(error)}`);
    this.name = 'ResponseError';
  }
}
