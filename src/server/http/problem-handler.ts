/** Every refusal and every failure leaves as a problem body (RFC 9457), and says no more than it should. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemContentType, problemStatus, type ProblemCode } from '../../contract/problem.ts';
import { AppError } from '../shared/app-error.ts';

/** For people, a line each. */
export const problemTitles: Readonly<Record<ProblemCode, string>> = {
  'invalid-request': 'The request is not valid',
  'malformed-json': 'The request cannot be read',
  unauthenticated: 'Not signed in',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  'method-not-allowed': 'This address does not take that method',
  'too-large': 'The request is too large',
  'unsupported-media-type': 'The content type is not supported',
  'too-many-requests': 'Too many requests',
  internal: 'Something went wrong on our side',
  unavailable: 'Not available right now',
};

/** For the instance and all within it: unknown addresses and wrong methods. */
export function answerInProblems(fastify: FastifyInstance): void {
  const methods = collectMethods(fastify);
  // Before the body is read: what nobody serves is not parsed either.
  fastify.addHook('onRequest', async (request) => {
    if (request.is404) throw refusalOf(request, methods);
  });
  fastify.setNotFoundHandler((request, reply) => sendProblem(refusalOf(request, methods), request, reply));
}

/** Answers with the problem that an error stands for. */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: AppError = appErrorOf(error),
): FastifyReply {
  // Who is to come again is told so, and counted: no fault, and in a flood thousands a second.
  if (problem.status >= 500 && problem.code !== 'unavailable') request.log.error({ err: error }, 'request failed');
  else request.log.info({ code: problem.code, detail: problem.options.detail }, 'request refused');
  return reply
    .code(problem.status)
    .headers({
      ...(problem.code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
      // The rest of a refused body is not waited for, nor is there a place to find the next request in it.
      ...(!request.raw.complete && { connection: 'close' }),
      ...problem.options.headers,
    })
    .type(problemContentType)
    .send(JSON.stringify(problemBody(problem)));
}

export function problemBody(error: AppError) {
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

/** What the web framework itself refuses, in our words; all that nobody foresaw is `internal`. */
export function appErrorOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isWithCode(error) && error.code === 'FST_ERR_BAD_URL') return new AppError('not-found');
  const status = isWithStatus(error) ? error.statusCode : 500;
  if (status === 400) return new AppError('malformed-json', { detail: 'The body is not valid JSON.' });
  if (status === problemStatus['too-large']) {
    const detail = 'A body has at most 1 MiB: send shorter lists, or reports line by line as application/x-ndjson.';
    return new AppError('too-large', { detail });
  }
  if (status === problemStatus['unsupported-media-type']) {
    return new AppError('unsupported-media-type', { detail: 'Send application/json.' });
  }
  if (status === problemStatus.unavailable) return new AppError('unavailable');
  return status >= 400 && status < 500 ? new AppError('not-found') : new AppError('internal');
}

function isWithCode(error: unknown): error is { readonly code: unknown } {
  return error instanceof Error && 'code' in error;
}

function isWithStatus(error: unknown): error is { readonly statusCode: number } {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}

/** The methods of each address that is served, for 405 and its Allow header (RFC 9110, 15.5.6). */
function collectMethods(fastify: FastifyInstance): Map<RegExp, Set<string>> {
  const byUrl = new Map<string, Set<string>>();
  const byPattern = new Map<RegExp, Set<string>>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const methods = byUrl.get(url) ?? new Set();
    if (!byUrl.has(url)) byPattern.set(patternOf(url), methods);
    byUrl.set(url, methods);
    for (const one of [method].flat()) methods.add(one);
  });
  return byPattern;
}

function patternOf(url: string): RegExp {
  const source = url.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

function refusalOf(request: FastifyRequest, methods: ReadonlyMap<RegExp, ReadonlySet<string>>): AppError {
  const path = request.url.split('?', 1)[0] ?? '';
  const allowed = [...methods].filter(([pattern]) => pattern.test(path)).flatMap(([, names]) => [...names]);
  if (allowed.length === 0) return new AppError('not-found', { detail: 'There is nothing at this address.' });
  return new AppError('method-not-allowed', { headers: { allow: [...new Set(allowed)].join(', ') } });
}
