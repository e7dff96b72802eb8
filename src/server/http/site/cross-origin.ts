/** CORS: lets pages of other origins call the API, for deployments that serve page and API from two origins. */
import type { FastifyInstance } from 'fastify';
import { idempotencyKeyHeader } from '../../../contract/change-outcome.ts';

/** How long a browser may cache a preflight response. Chromium accepts at most two hours. */
const preflightSeconds = 7_200;

/** Allows calls from pages of these origins, never with cookies: callers authenticate with a bearer token. */
export function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    // The page reads the server's clock from this header.
    reply.header('access-control-expose-headers', 'Date');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    await reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
        'access-control-allow-headers': `Authorization, Content-Type, ${idempotencyKeyHeader}`,
        'access-control-max-age': preflightSeconds,
      })
      .code(204)
      .send();
  });
}
