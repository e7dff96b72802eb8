/** Registers the routes of all features on one web server. The caller makes it listen. */
import type { FastifyInstance } from 'fastify';
import { isUnwatched, unwatchedSince } from '../../domain/watched-ward.ts';
import { registerAuditRoutes } from '../audit/audit-routes.ts';
import { createWardViews } from '../audit/ward-views.ts';
import { withDevicePool } from '../database/database.ts';
import { followHomeChanges } from './home-changes/follow-home-changes.ts';
import { registerHomeAdministration } from './home-changes/home-administration.ts';
import { registerRulesAdministration } from './home-changes/rules-administration.ts';
import { registerHierarchyRoutes } from '../hierarchy/hierarchy-routes.ts';
import type { ApiServer } from '../http/api-server.ts';
import { registerHealth } from '../http/monitoring/health.ts';
import { registerMetrics } from '../http/monitoring/metrics-route.ts';
import { registerStateMetrics } from '../http/monitoring/state-metrics.ts';
import { registerOpenApi } from '../http/openapi/openapi-routes.ts';
import { registerProblemHandlers } from '../http/problem-handler.ts';
import { commonHeaders } from '../http/site/security-headers.ts';
import { registerStaticSite } from '../http/site/static-site.ts';
import { registerUserRoutes } from '../identity/user-routes.ts';
import type { IdentityProvider } from '../identity-provider/create-identity-provider.ts';
import { registerEquipmentManageRoutes } from '../intake/equipment/manage/equipment-manage-routes.ts';
import { registerReportRoutes } from '../intake/http/report-routes.ts';
import { registerAlertRoutes } from '../rooms/alerts/alert-routes.ts';
import { registerRoomAlertRoutes } from '../rooms/alerts/room-alert-routes.ts';
import { registerBoardRoutes } from '../rooms/boards/board-routes.ts';
import { registerLiveRoutes } from '../rooms/live/live-routes.ts';
import { readStoredWards, readWardVersions } from '../rooms/stored-wards.ts';
import { registerStreamRoutes } from '../rooms/stream-routes.ts';
import { createWardFeed } from '../rooms/live/ward-feed.ts';
import { startReconciler } from '../rooms/live/reconciler.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { createApi } from './create-api.ts';
import { registerDeviceAdministration } from './device-administration.ts';
import { registerSystemStatus } from './system-status.ts';
import { registerPeopleRoutes } from './people-routes.ts';

/** The `close` of the returned server ends the live connections and waits until all accepted reports are stored. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { fastify, database, bus, equipment, metrics, metricsToken, provider, publicUrl, version } = dependencies;
  const headers = commonHeaders(publicUrl);
  const { isDiskFull, deviceClocks } = dependencies;
  const canStore = () => !isDiskFull() && !dependencies.receiver.hasOutage();
  const warnings = () => [
    ...(equipment.isOutdated() ? ['the equipment file is wrong, so an earlier version of it stays in effect'] : []),
    ...dependencies.providerWarnings().map(({ reason }) => reason),
    ...deviceClocks.warnings(),
  ];
  registerHealth(fastify, { database, bus, canStore, isDiskFull, version, warnings });
  const { errorMs: clockErrorMs } = deviceClocks;
  registerStateMetrics({ metrics, database, bus, canStore, warnings, clockErrorMs, version });
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
  const { database, bus, receiver, devices, metrics, now, authenticator, publicUrl } = dependencies;
  const { equipment, heartbeatMs, version, issuer, isDiskFull } = dependencies;
  const api = createApi(fastify, dependencies);
  const feed = createWardFeed({
    bus,
    readWards: (wards) => readStoredWards(database, wards),
    readVersions: (wards) => readWardVersions(database, wards),
  });
  const reconciler = startReconciler({ database, reconcile: feed.reconcile, log: fastify.log });
  const hasOutage = () => isDiskFull() || reconciler.hasOutage() || receiver.hasOutage();
  const views = createWardViews({ database, now, log: fastify.log });
  const live = registerLiveRoutes(api, {
    database,
    views,
    feed,
    recheck: authenticator.recheck,
    recheckMs: dependencies.recheckMs,
    now,
    heartbeatMs,
    hasOutage,
    isUncertain: reconciler.isFailing,
  });
  registerWardRoutes(api, dependencies);
  registerStreamRoutes(api, { database, feed, hasOutage, isUncertain: reconciler.isFailing, now });
  registerAlertRoutes(api, { database, bus, now, onAlertEvents: metrics.countAlertEvents });
  registerRoomAlertRoutes(api, { database, bus, now });
  const deviceDependencies = { database: withDevicePool(database), authenticator: devices };
  const reports = registerReportRoutes(api, {
    ...dependencies,
    ...receiver,
    ...deviceDependencies,
    listeners: dependencies.equipmentSources.listeners,
  });
  registerUserRoutes(api, {
    database,
    now,
    endSession: dependencies.provider?.endSession,
    onSignedOut: live.endSignedOut,
  });
  registerAuditRoutes(api, { database, now });
  const onChanged = followHomeChanges({ bus, reconcile: feed.reconcile });
  registerHomeAdministration(api, { database, now, equipment, onChanged });
  registerRulesAdministration(api, { database, now, onChanged });
  registerDeviceAdministration(api, { ...dependencies, isProviderEmbedded: dependencies.provider !== undefined });
  registerEquipmentManageRoutes(api, { database, now, equipment, ...dependencies.equipmentSources });
  registerPeopleRoutes(api, dependencies);
  registerSystemStatus(api, dependencies);
  registerOpenApi(fastify, { version, serverUrl: `${publicUrl}/api`, issuer });

  metrics.gauge({ name: 'room_status_viewers', help: 'Open live connections' }, live.connectionCount);

  fastify.addHook('preClose', async () => {
    live.endAll();
    await reports.endAll();
  });
  fastify.addHook('onClose', async () => {
    reconciler.close();
    await views.close();
    await receiver.drained();
  });
}

function registerWardRoutes(api: ApiServer, dependencies: AppDependencies): void {
  const { database, metrics, now, startedAt = now() } = dependencies;
  const watch = { database, now, unwatchedSince: (at: number | null) => unwatchedSince(at, startedAt, now()) };
  registerHierarchyRoutes(api, watch);
  registerBoardRoutes(api, { ...watch, metrics, isUnwatched: (at) => isUnwatched(at, startedAt, now()) });
}
