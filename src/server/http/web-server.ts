/** Creates the web server with its limits, log and error handling, before any route is registered. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { problemContentType } from '../../contract/problem.ts';
import { AppError } from '../shared/app-error.ts';
import { toLogEvent } from '../shared/recent-events.ts';
import { retryLater } from '../shared/retry-later.ts';
import { createThrottledLog } from '../shared/throttled-log.ts';
import { registerBodyTimeout } from './body-timeout.ts';
import { toProblemBody, sendProblem } from './problem-handler.ts';

/** The maximum size of a body. A list of a thousand reports takes about a fifth of it. */
const maxBodyBytes = 1024 * 1024;
/** The time in which a body must arrive. A device on a slow line sends 1 MiB in less time. */
const defaultBodyTimeoutMs = 60_000;
const headersTimeoutMs = 30_000;
/** How long a refused client may take to read the response and close the connection. */
const closeTimeoutMs = 2_000;
/** The code with which Node reports a request whose headers did not arrive in time. */
const headersTimeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT';

interface WebServerOptions {
  readonly logLevel: string;
  /** Receives each log line as JSON, instead of the standard output. */
  readonly logTo?: { write(line: string): void };
  /** Called with the details of each log line. */
  readonly onLog?: (details: unknown) => void;
  readonly bodyTimeoutMs?: number;
  /** Headers of every response, including the response to a request that cannot be parsed. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether an error is temporary, such as an unreachable database. The response is then 503. */
  readonly isUnavailable?: (error: unknown) => boolean;
}

export function createWebServer(options: WebServerOptions): FastifyInstance {
  const { logLevel, logTo, onLog, bodyTimeoutMs = defaultBodyTimeoutMs, headers = {}, isUnavailable } = options;
  const refuse = (error: Error, socket: Socket) => refuseMalformed(error, socket, headers);
  const fastify = Fastify({
    logger: {
      level: logLevel,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      ...(logTo !== undefined && { stream: logTo }),
      hooks: {
        logMethod: function logAndObserve(line, log) {
          onLog?.(line[0]);
          log.apply(this, line);
        },
      },
      // Headers and queries are never logged: they can contain secrets.
      serializers: {
        req: ({ method, url, ip }) => ({ method, path: loggedPath(url), remoteAddress: ip }),
      },
      redact: ['*.authorization', '*.cookie', '*.headers'],
    },
    bodyLimit: maxBodyBytes,
    // Node's own timeout would also end streamed bodies. See registerBodyTimeout.
    requestTimeout: 0,
    http: { headersTimeout: headersTimeoutMs },
    requestIdHeader: false,
    // Requests that arrive during the shutdown are still answered. Node closes their connections afterwards.
    return503OnClosing: false,
    // Fastify calls no hook for a request with such an error.
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply.headers(headers)),
    clientErrorHandler: refuse,
  });
  // Hooks that need not wait call `done` instead of returning a promise, because Fastify buffers the body while a hook
  // waits.
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  // Only JSON is accepted. By default Fastify would pass a text body to the handlers.
  fastify.removeContentTypeParser('text/plain');
  registerBodyTimeout(fastify, {
    timeoutMs: bodyTimeoutMs,
    refuse: (socket) =>
      refuse(Object.assign(new Error('the body took too long'), { code: headersTimeoutCode }), socket),
  });
  const logThrottled = createThrottledLog(() => performance.now());
  fastify.setErrorHandler((error, request, reply) => {
    const isTemporary = isUnavailable?.(error) === true;
    const cause = isTemporary ? error : causeOf(error);
    if (cause !== undefined) {
      const details = { ...toLogEvent('database-away'), err: cause };
      logThrottled(request.log, { device: '', kind: '', details, message: 'the database cannot be reached' });
    }
    if (!isTemporary) return sendProblem(error, request, reply);
    return sendProblem(error, request, reply, retryLater('unavailable', 'The data cannot be reached right now.'));
  });
  return fastify;
}

function loggedPath(url: string): string {
  return url.replace(/\?.*/s, '');
}

/** The error to log for an `unavailable` problem. Undefined when a limit refused the call, which is no error. */
function causeOf(error: unknown): unknown {
  return error instanceof AppError && error.code === 'unavailable' ? error.cause : undefined;
}

/**
 * Responds to bytes that are not a valid HTTP request, or to a request that arrives too slowly, if the client can still
 * read the response.
 */
function refuseMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error);
  const body = JSON.stringify(toProblemBody(problem));
  const lines = Object.entries({ ...headers, ...problem.options.headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${lines.join('')}` +
      `content-type: ${problemContentType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Destroys the socket after a while, because a client that never closes its half of the connection would hold it
  // forever.
  const closing = setTimeout(() => socket.destroy(), closeTimeoutMs);
  socket.once('close', () => clearTimeout(closing));
}

/** Returns the problem to send. A request that arrives too slowly may be valid, so its sender is told to retry. */
function problemOf({ code }: NodeJS.ErrnoException): AppError {
  return code === headersTimeoutCode
    ? retryLater('unavailable', 'The request did not arrive in time. Send it again.')
    : new AppError('malformed-json', { detail: 'This is not a valid HTTP request.' });
}
