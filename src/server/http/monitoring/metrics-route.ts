/** GET /metrics in the Prometheus text format, for callers with the metrics token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/app-error.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { plainPagePolicy } from '../site/security-headers.ts';

export interface MetricsRouteOptions {
  readonly metrics: Metrics;
  /** The bearer token that a caller must send. */
  readonly token: string;
}

export function registerMetrics(fastify: FastifyInstance, { metrics, token }: MetricsRouteOptions): void {
  const { registry } = metrics;
  const expected = digestOf(`Bearer ${token}`);
  fastify.get('/metrics', { logLevel: 'warn' }, async ({ headers }, reply) => {
    // `timingSafeEqual` needs equal lengths. Digests have them, and their comparison reveals nothing about the token.
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
