/**
 * Registers an endpoint of the contract: authenticates the caller, validates the request and checks the response.
 * The handler gets parsed values.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { fhirContentType } from '../../contract/fhir/fhir-path.ts';
import type { ViewAction } from '../../domain/audit.ts';
import { AppError } from '../shared/app-error.ts';
import { validateInput } from '../shared/validate-input.ts';
import type { ApiServer, CallerOfAccess } from './api-server.ts';
import { createOutcomeHooks } from './change-outcomes/keep-outcome.ts';
import { serializeResponse } from './serialize-response.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Handles the call. Null until the caller is authenticated. */
    handleCall: (() => Promise<FastifyReply>) | null;
  }
}

/** The parsed value of a schema. Undefined if the endpoint has no schema for that part. */
type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : undefined;

export interface EndpointCall<E extends Endpoint> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly caller: CallerOfAccess[E['access']];
  readonly request: FastifyRequest;
}

export interface ServeOptions<E extends Endpoint> {
  readonly head?: boolean;
  /** Runs after authentication, before the body is read. Throws AppError to refuse the call. */
  readonly admit?: (caller: CallerOfAccess[E['access']], request: FastifyRequest, reply: FastifyReply) => void;
  /** The maximum size of the body. Default: that of the server. */
  readonly maxBodyBytes?: number;
  /** Whether a body of this content type may arrive without a time limit. */
  readonly isBodyStreamed?: (contentType: string | undefined) => boolean;
}

/** Registers an endpoint that responds with 200 and the value that the handler returns. */
export function serveEndpoint<E extends Endpoint>(
  api: ApiServer,
  endpoint: E,
  handler: (call: EndpointCall<E>) => Promise<z.output<E['response']>>,
  options: ServeOptions<E> = {},
): void {
  serveText(api, endpoint, async (call) => serializeResponse(endpoint, await handler(call)), options);
}

/** Like `serveEndpoint`, for a handler that returns the text of `serializeResponse`. */
export function serveText<E extends Endpoint>(
  api: ApiServer,
  endpoint: E,
  handler: (call: EndpointCall<E>) => Promise<string | Buffer>,
  options: ServeOptions<E> = {},
): void {
  serveRaw(
    api,
    endpoint,
    async (call, reply) => {
      const text = await handler(call);
      return endpoint.format === 'fhir' ? reply.type(fhirContentType).send(text) : sendJsonText(reply, text);
    },
    options,
  );
}

/** Sends JSON, such as that of `serializeResponse`. Pass a buffer for text that many responses share. */
export function sendJsonText(reply: FastifyReply, text: string | Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Like `serveEndpoint`, for a response that is not one JSON document: the handler sends it through `reply`. */
export function serveRaw<E extends Endpoint>(
  api: ApiServer,
  endpoint: E,
  handler: RawHandler<E>,
  options: ServeOptions<E> = {},
): void {
  const access: E['access'] = endpoint.access;
  const handle = endpoint.view === undefined ? handler : withRecordedView(api, endpoint.view, handler);
  if (!api.fastify.hasRequestDecorator('handleCall')) {
    api.fastify.decorateRequest('handleCall', null).decorateRequest('subject', null).decorateRequest('change', null);
  }
  api.fastify.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(options.maxBodyBytes !== undefined && { bodyLimit: options.maxBodyBytes }),
    exposeHeadRoute: options.head ?? endpoint.method === 'GET',
    // This hook runs before the body is read, so a caller without a valid token cannot make the server read a megabyte.
    // It stays synchronous when the caller is cached, because Fastify buffers the body while a hook waits.
    onRequest: (request, reply, done) => {
      const accept = (caller: CallerOfAccess[E['access']]): void => {
        options.admit?.(caller, request, reply);
        request.subject = caller !== null && 'user' in caller ? caller.user.subject : null;
        request.handleCall = () =>
          handle(
            {
              params: parsePart(endpoint, 'params', request.params),
              query: parsePart(endpoint, 'query', request.query),
              body: parsePart(endpoint, 'body', request.body),
              caller,
              request,
            },
            reply,
          );
      };
      const caller = api.authenticators[access](request.headers.authorization, request, endpoint.wallBoards);
      if (caller instanceof Promise) return caller.then(accept);
      accept(caller);
      return done();
    },
    ...(endpoint.outcome !== undefined && createOutcomeHooks(api.outcomes, endpoint.outcome)),
    config: { ...(options.isBodyStreamed && { isBodyStreamed: options.isBodyStreamed }) },
    handler: ({ handleCall }) => {
      if (handleCall === null) throw new Error(`${endpoint.path} was reached without authentication`);
      return handleCall();
    },
  });
}

type RawHandler<E extends Endpoint> = (call: EndpointCall<E>, reply: FastifyReply) => Promise<FastifyReply>;

/** Wraps the handler of an endpoint that shows data: the audit log records who has seen them. */
function withRecordedView<E extends Endpoint>(api: ApiServer, view: ViewAction, handler: RawHandler<E>): RawHandler<E> {
  return async (call, reply) => {
    const answer = await handler(call, reply);
    const caller: CallerOfAccess[Endpoint['access']] = call.caller;
    if (caller !== null && 'user' in caller) api.recordView(caller, call.request, view);
    return answer;
  };
}

type Part = 'params' | 'query' | 'body';

/** Parses one part of a request. Throws AppError `invalid-request` that names each invalid field. */
function parsePart<E extends Endpoint, P extends Part>(endpoint: E, part: P, input: unknown): Parsed<E[P]>;
function parsePart(endpoint: Endpoint, part: Part, input: unknown): unknown {
  const schema = endpoint[part];
  if (schema === undefined) return undefined;
  const result = validateInput(schema, input, part);
  if ('errors' in result) throw new AppError('invalid-request', { errors: result.errors });
  return result.value;
}
