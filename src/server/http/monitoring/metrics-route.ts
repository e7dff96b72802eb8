/** GET /metrics, for whoever has the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/app-error.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { plainPagePolicy } from '../site/security-headers.ts';

export interface MetricsRouteOptions {
  readonly metrics: Metrics;
  /** Sent as a bearer token. */
  readonly token: string;
}

export function registerMetrics(fastify: FastifyInstance, { metrics, token }: MetricsRouteOptions): void {
  const { registry } = metrics;
  const expected = digestOf(`Bearer ${token}`);
  fastify.get('/metrics', { logLevel: 'warn' }, async ({ headers }, reply) => {
    // Digests are of one length, so that the time tells nothing of the token.
    if (!timingSafeEqual(digestOf(headers.authorization ?? ''), expected)) throw new AppError('unauthenticated');
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': plainPagePolicy })
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
