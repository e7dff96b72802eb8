/**
 * Registers what the server tells about itself: /health and /metrics for programs, the system status and the backup for
 * people.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ApiServer } from '../http/api-server.ts';
import { plainPagePolicy } from '../http/site/security-headers.ts';
import { AppError } from '../shared/app-error.ts';
import type { Metrics } from '../shared/metrics.ts';
import { registerBackupRoute } from './backup-route.ts';
import { registerHealthRoutes } from './health.ts';
import { createProcessStatus } from './process-status.ts';
import { registerStateMetrics } from './state-metrics.ts';
import type { StatusPorts } from './status-ports.ts';
import { registerStatusRoutes } from './status-routes.ts';

export function registerMonitoring(fastify: FastifyInstance, ports: StatusPorts): void {
  const { disk, receiver, deviceClocks, metrics, facts } = ports;
  const canStore = () => !disk.isFull() && !receiver.hasOutage();
  const warnings = () => [...ports.providerWarnings().map(({ reason }) => reason), ...deviceClocks.warnings()];
  registerHealthRoutes(fastify, { ...ports, canStore, isDiskFull: disk.isFull, warnings });
  registerStateMetrics({ ...ports, canStore, warnings });
  if (facts.metricsToken !== undefined) registerMetrics(fastify, metrics, facts.metricsToken);
}

export function registerSystemStatus(api: ApiServer, ports: StatusPorts): void {
  const process = createProcessStatus(ports);
  registerStatusRoutes(api, ports, process.read);
  registerBackupRoute(api, ports);
  ports.facts.events.record('started');
  void process.start();
  api.fastify.addHook('onClose', process.close);
}

/** Registers GET /metrics in the Prometheus text format, for callers with the bearer token. */
function registerMetrics(fastify: FastifyInstance, { registry }: Metrics, token: string): void {
  const expected = digestOf(`Bearer ${token}`);
  fastify.get('/metrics', { logLevel: 'warn' }, async ({ headers }, reply) => {
    // `timingSafeEqual` needs two values of the same length, so the digests are compared. Their comparison reveals
    // nothing about the token.
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
