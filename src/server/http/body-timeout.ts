/**
 * Ends requests whose body takes too long. Otherwise a client that sends a byte now and then could hold a connection
 * forever.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a body of this content type may arrive without a time limit. */
    readonly isBodyStreamed?: (contentType: string | undefined) => boolean;
  }
}

interface BodyTimeoutOptions {
  readonly timeoutMs: number;
  /** Sends an error response if it is still possible, and closes the socket. */
  readonly refuse: (socket: Socket) => void;
}

/** Limits the time of each body. A body with `isBodyStreamed` has no limit before the response. */
export function registerBodyTimeout(fastify: FastifyInstance, { timeoutMs, refuse }: BodyTimeoutOptions): void {
  let started: FastifyReply[] = [];

  function startTimer({ raw, request }: FastifyReply): void {
    if (request.raw.complete) return;
    const timer = setTimeout(() => {
      if (!request.raw.complete) refuse(request.raw.socket);
    }, timeoutMs).unref();
    // Node reads the rest of a body even after the response, for example to a request without a token. So the timer
    // runs until the request is closed.
    raw.once('close', () => {
      if (request.raw.complete) clearTimeout(timer);
    });
  }

  // Starts the timer only if the body did not arrive together with the headers. Most bodies do.
  function startTimers(): void {
    const replies = started;
    started = [];
    for (const reply of replies) startTimer(reply);
  }

  fastify.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    // Requests that a test injects have no socket.
    if (!raw.complete && raw.socket instanceof Socket) {
      const isStreamed = routeOptions.config.isBodyStreamed?.(raw.headers['content-type']) === true;
      if (isStreamed) reply.raw.once('close', () => startTimer(reply));
      else if (started.push(reply) === 1) setImmediate(startTimers);
    }
    done();
  });
}
