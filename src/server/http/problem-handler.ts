/** Turns every error into a problem body (RFC 9457) that shows no internal details. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fhirContentType, fhirPath } from '../../contract/fhir/fhir-path.ts';
import { problemContentType, problemStatuses, type ProblemCode } from '../../contract/problem.ts';
import { AppError } from '../shared/app-error.ts';
import { toLogEvent } from '../shared/recent-events.ts';
import { toOperationOutcome } from './operation-outcome.ts';

export const problemTitles: Readonly<Record<ProblemCode, string>> = {
  'invalid-request': 'The request is not valid',
  'malformed-json': 'The request cannot be read',
  'no-token-yet': 'There is no token for this screen',
  unauthenticated: 'Not signed in',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  conflict: 'Somebody else was faster',
  moved: 'Moved to another server',
  'method-not-allowed': 'This address does not support that method',
  'too-large': 'The request is too large',
  'unsupported-media-type': 'The content type is not supported',
  'too-many-requests': 'Too many requests',
  internal: 'Something went wrong on our side',
  unavailable: 'Not available right now',
};

/** Handles unknown addresses (404) and wrong methods (405) of this instance and of the plugins inside it. */
export function registerProblemHandlers(fastify: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  fastify.addHook('onRoute', ({ url, method }) => {
    const pattern = url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  // This hook runs before the body is read, so the body of an unknown address is never parsed.
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? unmatchedError(request, routes) : undefined);
  });
  fastify.setNotFoundHandler((request, reply) => sendProblem(unmatchedError(request, routes), request, reply));
}

export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: AppError = toAppError(error),
): FastifyReply {
  // `unavailable` is logged as info: the caller retries, and in a flood there are thousands per second.
  if (problem.status >= 500 && problem.code !== 'unavailable')
    request.log.error({ ...toLogEvent('program-error'), err: error }, 'request failed');
  else request.log.info({ code: problem.code, detail: problem.options.detail }, 'request refused');
  const isFhir = isFhirAddress(request.url);
  return reply
    .code(problem.status)
    .headers({
      ...(problem.code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
      // The body was not read to its end, so the server cannot find the next request on this connection. It closes the
      // connection.
      ...(!request.raw.complete && { connection: 'close' }),
      ...problem.options.headers,
    })
    .type(isFhir ? fhirContentType : problemContentType)
    .send(JSON.stringify(isFhir ? toOperationOutcome(problem, problemTitles[problem.code]) : toProblemBody(problem)));
}

/** Whether the address is of the FHIR interface. Its clients expect OperationOutcomes, also for unknown addresses. */
function isFhirAddress(url: string): boolean {
  return url.startsWith(`/api${fhirPath}/`);
}

export function toProblemBody(error: AppError) {
  const { detail, errors, members } = error.options;
  return {
    type: `urn:room-status:problem:${error.code}`,
    title: problemTitles[error.code],
    status: error.status,
    ...(detail !== undefined && { detail }),
    ...(errors !== undefined && { errors }),
    ...members,
  };
}

/** Maps Fastify's own errors by their status. Every unexpected error becomes `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL') return new AppError('not-found');
  const status = isWithStatus(error) ? error.statusCode : 500;
  if (status === 400) return new AppError('malformed-json', { detail: 'The body is not valid JSON.' });
  if (status === problemStatuses['too-large']) {
    const detail = 'A body has at most 1 MiB: send shorter lists, or reports line by line as application/x-ndjson.';
    return new AppError('too-large', { detail });
  }
  if (status === problemStatuses['unsupported-media-type']) {
    return new AppError('unsupported-media-type', { detail: 'Send application/json.' });
  }
  if (status === problemStatuses.unavailable) return new AppError('unavailable');
  return status >= 400 && status < 500 ? new AppError('not-found') : new AppError('internal');
}

function isWithStatus(error: unknown): error is { readonly statusCode: number } {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}

/** A registered route. A wrong method gets 405 and an Allow header (RFC 9110, section 15.5.6). */
interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

function unmatchedError({ url }: FastifyRequest, routes: readonly KnownRoute[]): AppError {
  const path = url.split('?', 1)[0] ?? '';
  const allowed = routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
  if (allowed.length === 0) return new AppError('not-found', { detail: 'There is nothing at this address.' });
  return new AppError('method-not-allowed', { headers: { allow: [...new Set(allowed)].join(', ') } });
}
