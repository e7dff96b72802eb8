/** GET /metrics in the Prometheus text format, for callers with the metrics token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/app-error.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { plainPagePolicy } from '../site/security-headers.ts';

/** Current name and former name. Both are exported for one release, so that dashboards keep working. */
const renamedMetrics = [
  ['room_status_watchdog_age_seconds', 'room_status_watch_seconds'],
  ['room_status_deferred_calls_total', 'room_status_turned_away_total'],
  ['room_status_truncated_lines_total', 'room_status_cut_lines_total'],
] as const;

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
      .send(withFormerNames(await registry.metrics()));
  });
}

function withFormerNames(text: string): string {
  const copies = renamedMetrics.flatMap(([name, formerName]) =>
    text
      .split('\n')
      .filter((line) => line.includes(name))
      .map((line) => `${line.replace(name, formerName)}\n`),
  );
  return text + copies.join('');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
