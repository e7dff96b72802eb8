/** Lets pages of other origins call the API, where a deployment serves page and API apart (WHATWG Fetch, CORS). */
import type { FastifyInstance } from 'fastify';

/** How long a browser may remember the answer. Seconds; more is not kept by every browser. */
const preflightSeconds = 7_200;

/** The caller is known by its bearer token alone, so no cookies are ever allowed. */
export function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    await reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-max-age': preflightSeconds,
      })
      .code(204)
      .send();
  });
}
