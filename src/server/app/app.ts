/** Registers the routes of all features on one web server. The caller makes it listen. */
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import { type Database, withDevicePool } from '../database/database.ts';
import { registerHierarchyRoutes } from '../hierarchy/hierarchy-routes.ts';
import type { ApiServer } from '../http/api-server.ts';
import { allowOrigins } from '../http/site/cross-origin.ts';
import { registerHealth } from '../http/monitoring/health.ts';
import type { Metrics } from '../shared/metrics.ts';
import { registerMetrics } from '../http/monitoring/metrics-route.ts';
import { registerStateMetrics } from '../http/monitoring/state-metrics.ts';
import { registerOpenApi } from '../http/openapi/openapi-routes.ts';
import { registerProblemHandlers } from '../http/problem-handler.ts';
import { commonHeaders, plainPagePolicy } from '../http/site/security-headers.ts';
import { registerStaticSite } from '../http/site/static-site.ts';
import type { Authenticator } from '../identity/authenticator.ts';
import { registerUserRoutes } from '../identity/user-routes.ts';
import type { IdentityProvider } from '../identity-provider/create-identity-provider.ts';
import type { DeviceAuthenticator } from '../intake/device-keys/device-authenticator.ts';
import type { Equipment } from '../intake/equipment/equipment.ts';
import { registerReportRoutes } from '../intake/http/report-routes.ts';
import { registerAlertRoutes } from '../rooms/alerts/alert-routes.ts';
import { registerRoomAlertRoutes } from '../rooms/alerts/room-alert-routes.ts';
import { registerLiveRoutes } from '../rooms/live/live-routes.ts';
import type { ReportReceiver } from '../rooms/reports/receive-report.ts';
import { readStoredWards, readWardVersions } from '../rooms/stored-wards.ts';
import { registerStreamRoutes } from '../rooms/stream-routes.ts';
import { createWardFeed } from '../rooms/live/ward-feed.ts';
import { startReconciler } from '../rooms/live/reconciler.ts';
import type { PageEnvironment } from './config.ts';

export interface AppDependencies {
  readonly fastify: FastifyInstance;
  readonly database: Database;
  readonly bus: Bus;
  readonly receiver: ReportReceiver;
  readonly devices: DeviceAuthenticator;
  readonly equipment: Equipment;
  /** Whether the disk of the embedded database is full, so that no report is stored. */
  readonly isDiskFull: () => boolean;
  readonly metrics: Metrics;
  /** The token for GET /metrics. Undefined: the path does not exist. */
  readonly metricsToken: string | undefined;
  readonly now: () => number;
  readonly authenticator: Authenticator;
  readonly issuer: string;
  /** The origins of the endpoints of external providers. The page may connect to them. */
  readonly endpointOrigins: () => readonly string[];
  /** Problems of the external provider, such as a wrong clock. */
  readonly providerWarnings: () => readonly string[];
  /** The embedded identity provider. Undefined: an external provider is used. */
  readonly provider: IdentityProvider | undefined;
  /** The folder of the built web app. Undefined: only the API is served. */
  readonly webFolder: string | undefined;
  readonly environments: readonly PageEnvironment[];
  readonly publicUrl: string;
  readonly version: string;
  readonly heartbeatMs: number;
  /** How often the session and the rights of a viewer are checked. Undefined: the default. */
  readonly recheckMs?: number;
}

const equipmentWarning = 'the equipment file is wrong, so an earlier version of it stays in effect';

/** The `close` of the returned server ends the live connections and waits until all accepted reports are stored. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { fastify, database, bus, equipment, metrics, metricsToken, provider, publicUrl, version } = dependencies;
  const headers = commonHeaders(publicUrl);
  const { isDiskFull } = dependencies;
  const canStore = () => !isDiskFull() && !dependencies.receiver.hasOutage();
  const warnings = () => [...(equipment.isOutdated() ? [equipmentWarning] : []), ...dependencies.providerWarnings()];
  registerHealth(fastify, { database, bus, canStore, isDiskFull, version, warnings });
  registerStateMetrics({ metrics, database, bus, canStore, warnings, version });
  if (metricsToken !== undefined) registerMetrics(fastify, { metrics, token: metricsToken });
  await fastify.register(async (scope) => registerApi(scope, dependencies), { prefix: '/api' });
  if (provider !== undefined) await fastify.register(serveProvider(provider, headers), { prefix: '/idp' });
  if (dependencies.webFolder === undefined) registerProblemHandlers(fastify);
  else await registerStaticSite(fastify, { ...dependencies, folder: dependencies.webFolder });
  return fastify;
}

/** Passes every request to the embedded provider, which reads the request and writes the response itself. */
function serveProvider(provider: IdentityProvider, headers: Readonly<Record<string, string>>) {
  return async (scope: FastifyInstance) => {
    // The provider parses the body, so Fastify must not.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/*', (request, reply) => {
      reply.hijack();
      // The provider can overwrite these headers.
      for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
      provider.handle(request.raw, reply.raw);
    });
  };
}

async function registerApi(fastify: FastifyInstance, dependencies: AppDependencies): Promise<void> {
  const { database, bus, receiver, devices, metrics, now, authenticator, environments, publicUrl } = dependencies;
  const { equipment, heartbeatMs, version, issuer, isDiskFull } = dependencies;
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': plainPagePolicy });
    done();
  });
  allowOrigins(
    fastify,
    environments.flatMap(({ origins }) => origins).filter((origin) => origin !== publicUrl),
  );
  registerProblemHandlers(fastify);

  const api: ApiServer = {
    fastify,
    authenticators: {
      public: async () => null,
      user: authenticator.authenticate,
      device: devices.authenticateHeader,
    },
  };
  const feed = createWardFeed({
    bus,
    readWards: (wards) => readStoredWards(database, wards),
    readVersions: (wards) => readWardVersions(database, wards),
  });
  const reconciler = startReconciler({ database, reconcile: feed.reconcile, log: fastify.log });
  const hasOutage = () => isDiskFull() || reconciler.hasOutage() || receiver.hasOutage();
  const live = registerLiveRoutes(api, {
    database,
    feed,
    recheck: authenticator.recheck,
    recheckMs: dependencies.recheckMs,
    now,
    heartbeatMs,
    hasOutage,
    isUncertain: reconciler.isFailing,
  });
  registerHierarchyRoutes(api, { database });
  registerStreamRoutes(api, { database, feed, hasOutage, isUncertain: reconciler.isFailing, now });
  registerAlertRoutes(api, { database, bus, now, onAlertEvents: metrics.countAlertEvents });
  registerRoomAlertRoutes(api, { database, bus, now });
  const deviceDependencies = { database: withDevicePool(database), authenticator: devices };
  const reports = registerReportRoutes(api, { ...receiver, ...deviceDependencies, equipment, metrics });
  registerUserRoutes(api, {
    database,
    now,
    endSession: dependencies.provider?.endSession,
    onSignedOut: live.endSignedOut,
  });
  registerOpenApi(fastify, { version, serverUrl: `${publicUrl}/api`, issuer });

  metrics.gauge({ name: 'room_status_viewers', help: 'Open live connections' }, live.connectionCount);

  fastify.addHook('preClose', async () => {
    live.endAll();
    await reports.endAll();
  });
  fastify.addHook('onClose', async () => {
    reconciler.close();
    await receiver.drained();
  });
}
