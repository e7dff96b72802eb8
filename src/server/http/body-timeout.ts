/** Ends requests whose body takes too long: a client that sends a byte now and then would hold a connection for ever. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

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
  fastify.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (raw.complete || routeOptions.config.isBodyStreamed?.(raw.headers['content-type']) === true) return;
    // A closed response never emits `close` again, which would leave the timer running.
    if (reply.raw.closed) return;
    const timer = setTimeout(() => {
      if (!raw.complete) refuse(raw.socket);
    }, timeoutMs).unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
