/** Ends requests whose body takes too long: a client that sends a byte now and then would hold a connection for ever. */
import type { Socket } from 'node:net';
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

/** Exempts routes with `isBodyStreamed`. Node's own `requestTimeout` has no exceptions. */
export function registerBodyTimeout(fastify: FastifyInstance, { timeoutMs, refuse }: BodyTimeoutOptions): void {
  let started: FastifyReply[] = [];

  function startTimer({ raw, request }: FastifyReply): void {
    // A closed response never emits `close` again, which would leave the timer running.
    if (request.raw.complete || raw.closed) return;
    const timer = setTimeout(() => {
      if (!request.raw.complete) refuse(request.raw.socket);
    }, timeoutMs).unref();
    raw.once('close', () => clearTimeout(timer));
  }

  // Most bodies arrive together with their headers, and need no timer.
  function startTimers(): void {
    const replies = started;
    started = [];
    for (const reply of replies) startTimer(reply);
  }

  fastify.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (!raw.complete && routeOptions.config.isBodyStreamed?.(raw.headers['content-type']) !== true) {
      if (started.push(reply) === 1) setImmediate(startTimers);
    }
    done();
  });
}
