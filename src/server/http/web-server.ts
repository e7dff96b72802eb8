/** The web server before anything is served: its limits, its log, and how it refuses. */
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { problemContentType, problemStatus } from '../../contract/problem.ts';
import { AppError } from '../shared/app-error.ts';
import { limitBodyDuration } from './body-timeout.ts';
import { problemBody, sendProblem } from './problem-handler.ts';
import { createThrottledLog } from '../shared/throttled-log.ts';
import { retryLater } from '../shared/retry-later.ts';

/** A list of a thousand reports takes about a fifth of it. */
const longestBody = 1024 * 1024;
/** A device on a poor line sends a mebibyte in less; who sends a byte now and then holds a connection for nothing. */
const wholeRequestWithinMs = 60_000;
const headersWithinMs = 30_000;
/** How long a refused connection has to hear why. */
const lingerMs = 2_000;
/** A uuid has 36 characters. */
const longestParameter = 200;

export interface WebServerOptions {
  readonly logLevel: string;
  /** Instead of the standard output; one line of JSON a call. */
  readonly logTo?: { write(line: string): void };
  /** How long a whole request may take to come, unless its address takes long ones. */
  readonly bodyWithinMs?: number;
  /** Errors that pass, such as those of a database that is away: to be tried again, and no fault of ours. */
  readonly isUnavailable?: (error: unknown) => boolean;
}

export function createWebServer(options: WebServerOptions): FastifyInstance {
  const { logLevel, logTo, bodyWithinMs, isUnavailable } = options;
  const fastify = Fastify({
    logger: {
      level: logLevel,
      ...(logTo !== undefined && { stream: logTo }),
      // No header is ever logged, nor a query: they can hold keys, tokens and codes.
      serializers: {
        req: ({ method, url, ip }) => ({ method, path: url.split('?', 1)[0], remoteAddress: ip }),
      },
      redact: ['*.authorization', '*.cookie', '*.headers'],
    },
    bodyLimit: longestBody,
    // Node's own limit would hold for the long ones, too: bodies are timed by limitBodyDuration.
    requestTimeout: 0,
    http: { headersTimeout: headersWithinMs },
    requestIdHeader: false,
    // What has reached us while closing is still answered; Node then closes its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestParameter },
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: (error, socket) => refuseBytes(error, socket),
  });
  // Only JSON is understood: a text would reach the handlers as if it had been parsed.
  fastify.removeContentTypeParser('text/plain');
  limitBodyDuration(fastify, {
    withinMs: bodyWithinMs ?? wholeRequestWithinMs,
    refuse: (socket) => refuseBytes(new Error('the body took too long'), socket),
  });
  const say = createThrottledLog(() => performance.now());
  fastify.setErrorHandler((error, request, reply) => {
    const passes = isUnavailable?.(error) === true;
    const cause = passes ? error : causeOf(error);
    if (cause !== undefined) {
      say(request.log, { device: '', kind: '', details: { err: cause }, message: 'the data cannot be reached' });
    }
    return passes ? sendProblem(error, request, reply, databaseAway()) : sendProblem(error, request, reply);
  });
  return fastify;
}

/** What made it unavailable, where that is more than a limit. */
function causeOf(error: unknown): unknown {
  return error instanceof AppError && error.code === 'unavailable' ? error.cause : undefined;
}

function databaseAway(): AppError {
  return retryLater('unavailable', 'The data cannot be reached right now.');
}

/** What is no HTTP at all gets an answer, too, as far as there is somebody to get it. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(
    problemBody(new AppError('malformed-json', { detail: 'This is not a valid HTTP request.' })),
  );
  socket.end(
    `HTTP/1.1 ${problemStatus['malformed-json']} Bad Request\r\n` +
      `content-type: ${problemContentType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Whoever does not close its half of the connection would hold it, and what was reserved for its body, for ever.
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutOff));
}
