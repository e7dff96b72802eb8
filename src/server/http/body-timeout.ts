/** Ends requests whose body does not come: who sends a byte now and then holds a connection for nothing. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of which content type the body may come for as long as its connection lives. */
    readonly takesLongBody?: (contentType: string | undefined) => boolean;
  }
}

interface BodyTimeOptions {
  readonly withinMs: number;
  /** Says what can still be said, and closes. */
  readonly refuse: (socket: Socket) => void;
}

/** For all routes but those with `takesLongBody`. Node's own limit, `requestTimeout`, knows no exceptions. */
export function limitBodyDuration(fastify: FastifyInstance, { withinMs, refuse }: BodyTimeOptions): void {
  fastify.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    // Nor for a caller who has gone: nobody would end the timer.
    if (raw.complete || reply.raw.closed || routeOptions.config.takesLongBody?.(raw.headers['content-type']) === true)
      return;
    const timer = setTimeout(() => {
      if (!raw.complete) refuse(raw.socket);
    }, withinMs).unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
