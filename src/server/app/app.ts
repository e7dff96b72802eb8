/** Registers the routes of all features on one web server. The caller makes it listen. */
import type { FastifyInstance } from 'fastify';
import { isUnwatched, unwatchedStartOf } from '../../domain/watched-ward.ts';
import { registerAuditRoutes } from '../audit/audit-routes.ts';
import { createViewRecorder, type ViewRecorder } from '../audit/views.ts';
import { registerFhirRoutes } from '../fhir/fhir-routes.ts';
import { registerFiguresRoutes } from '../figures/figures-routes.ts';
import { registerFirstHomeRoutes } from '../home/first-home.ts';
import { registerHandoverRoutes } from '../handover/handover-routes.ts';
import { registerEraseRoutes } from '../history/erase/erase-routes.ts';
import { registerHistoryRoutes } from '../history/history-routes.ts';
import { registerHierarchyRoutes } from '../home/hierarchy-routes.ts';
import { registerHomeRoutes } from '../home/manage/home-routes.ts';
import { registerRulesRoutes } from '../rules/rules-routes.ts';
import type { ApiServer } from '../http/api-server.ts';
import { registerOpenApi } from '../http/openapi/openapi-routes.ts';
import { registerProblemHandlers } from '../http/problem-handler.ts';
import { createCommonHeaders } from '../http/site/security-headers.ts';
import { registerStaticSite } from '../http/site/static-site.ts';
import { registerOwnAccountRoutes } from '../identity/provider/own-account-routes.ts';
import { serveProvider } from '../identity/provider/serve-provider.ts';
import { createSetUpCheck } from '../identity/first-setup/first-administrator.ts';
import { registerSetupRoutes } from '../identity/first-setup/setup-routes.ts';
import { registerUserRoutes } from '../identity/user-routes.ts';
import { registerContactRoutes } from '../contacts/contact-routes.ts';
import { registerDeviceKeyRoutes } from '../devices/keys/device-key-routes.ts';
import { listDeviceKeys } from '../devices/keys/device-keys.ts';
import { registerEquipmentManageRoutes } from '../equipment/manage/equipment-manage-routes.ts';
import { registerReportRoutes } from '../intake/http/report-routes.ts';
import { registerBatteryRoutes } from '../devices/battery/battery-routes.ts';
import { registerUnknownRoomAlertRoutes } from '../devices/rooms/unknown-room-alerts.ts';
import { registerUnknownRoomRoutes } from '../devices/rooms/unknown-room-routes.ts';
import { registerDutyRoutes } from '../duty/duty-routes.ts';
import { createUserFinder } from '../identity/find-users.ts';
import { registerNoticeRoutes } from '../notices/notice-routes.ts';
import { registerPhones } from '../phones/register-phones.ts';
import { registerPeopleRoutes } from '../people/people-routes.ts';
import { registerAlertRoutes } from '../alerts/alert-routes.ts';
import { registerRoomAlertRoutes } from '../alerts/room-alert-routes.ts';
import { registerBoardRoutes } from '../board/boards/board-routes.ts';
import { registerLiveRoutes } from '../board/live/live-routes.ts';
import { startNoticeFeed } from '../board/live/notice-feed.ts';
import { registerStreamRoutes } from '../board/stream-routes.ts';
import { createWallBoardAuthenticator, type WallBoardAuthenticator } from '../wall-boards/wall-board-authenticator.ts';
import { registerWallBoardRoutes } from '../wall-boards/wall-board-routes.ts';
import { registerMonitoring, registerSystemStatus } from '../status/register-status.ts';
import type { StatusPorts } from '../status/status-ports.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { createApi } from './create-api.ts';

/** Creates the server. Its `close` ends the live connections and waits until all accepted reports are stored. */
export async function createApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { fastify, database, provider, publicUrl, webFolder: folder, environments, endpointOrigins } = dependencies;
  registerMonitoring(fastify, statusPortsOf(dependencies));
  await fastify.register(async (scope) => registerApi(scope, dependencies), { prefix: '/api' });
  if (provider !== undefined) {
    const headers = createCommonHeaders(publicUrl);
    await fastify.register(async (scope) => serveProvider(scope, provider, headers), { prefix: '/idp' });
  }
  if (folder === undefined) registerProblemHandlers(fastify);
  else {
    const needsSetUp = createSetUpCheck(database, provider !== undefined);
    await registerStaticSite(fastify, { folder, environments, endpointOrigins, publicUrl, needsSetUp });
  }
  return fastify;
}

async function registerApi(fastify: FastifyInstance, dependencies: AppDependencies): Promise<void> {
  const { database, now, publicUrl, version, issuer, provider } = dependencies;
  const views = createViewRecorder({ database, now, log: fastify.log });
  const wallBoards = createWallBoardAuthenticator(database);
  const api = createApi(fastify, dependencies, views, wallBoards);
  const live = registerBoards(api, dependencies, views, wallBoards);
  registerIntake(api, dependencies);
  registerAdministration(api, dependencies, views);
  registerWallBoardRoutes(api, { database, now, publicUrl, onRevoked: wallBoards.forget });
  registerUserRoutes(api, { database, now, endSession: provider?.endSession, onSignedOut: live.endSignedOut });
  const hasOwnAccounts = provider !== undefined;
  registerPhones(api, { ...dependencies, hasOwnAccounts });
  registerNoticeRoutes(api, { ...dependencies, hasOwnAccounts });
  registerFhirRoutes(api, { database, views, now, version, baseUrl: `${publicUrl}/api` });
  registerSystemStatus(api, statusPortsOf(dependencies));
  registerOpenApi(fastify, { version, serverUrl: `${publicUrl}/api`, issuer });
  fastify.addHook('onClose', views.close);
}

/** Registers the calls of staff: places, rooms, live connections and alerts. */
function registerBoards(
  api: ApiServer,
  dependencies: AppDependencies,
  views: ViewRecorder,
  wallBoards: WallBoardAuthenticator,
) {
  const { database, bus, metrics, now, startedAt, boardFeed, authenticator, recheckMs, heartbeatMs } = dependencies;
  const runReadTask = dependencies.reads.run;
  const { feed, hasOutage, isUncertain } = boardFeed;
  const recheck = wallBoards.recheckWith(authenticator.recheck);
  const live = registerLiveRoutes(api, {
    database,
    views,
    feed,
    recheck,
    recheckMs,
    now,
    heartbeatMs,
    hasOutage,
    isUncertain,
  });
  metrics.gauge({ name: 'room_status_viewers', help: 'Open live connections' }, live.connectionCount);
  registerHierarchyRoutes(api, { database, unwatchedSince: (at) => unwatchedStartOf(at, startedAt, now()) });
  registerStreamRoutes(api, { database, feed, views, hasOutage, isUncertain, now });
  const findUsers = createUserFinder(database, dependencies.provider !== undefined);
  registerAlertRoutes(api, { database, bus, metrics, now, views, findUsers });
  registerRoomAlertRoutes(api, { database, bus, metrics, now });
  registerHistoryRoutes(api, { database, runReadTask, views, now });
  registerHandoverRoutes(api, { database, runReadTask, views, now });
  registerFiguresRoutes(api, { database, runReadTask, now });
  registerBoardRoutes(api, {
    database,
    metrics,
    now,
    unwatchedSince: (at) => unwatchedStartOf(at, startedAt, now()),
    isUnwatched: (at) => isUnwatched(at, startedAt, now()),
    findUsers,
  });
  registerDutyRoutes(api, { database, now, onChanged: bus.publishNoticeChange });
  startNoticeFeed({ bus, database, feed, findUsers, now });
  api.fastify.addHook('preClose', async () => live.endAll());
  return live;
}

/** Registers the calls of devices. */
function registerIntake(api: ApiServer, dependencies: AppDependencies): void {
  const { intake, receiver, devices, equipment, unknownRooms, listeners, metrics } = dependencies;
  const reports = registerReportRoutes(api, { intake, receiver, devices, equipment, unknownRooms, listeners, metrics });
  api.fastify.addHook('preClose', reports.endAll);
  api.fastify.addHook('onClose', async () => receiver.drained());
}

/** Registers the first set-up, and the calls of managers and administrators. */
function registerAdministration(api: ApiServer, dependencies: AppDependencies, views: ViewRecorder): void {
  const { database, bus, boardFeed, now, equipment, equipmentSources, listeners, devices, provider, hasAccessFile } =
    dependencies;
  // A failed reconciliation is ignored, because the next one updates the boards too.
  const updateBoards = () => void boardFeed.feed.reconcile().catch(() => undefined);
  bus.onHomeChange(updateBoards);
  /** Updates the boards of all processes. Must be called after each change of places, rooms or rules. */
  const onChanged = () => {
    bus.publishHomeChange();
    updateBoards();
  };
  const hasDeviceKey = async () => (await listDeviceKeys(database)).length > 0;
  registerSetupRoutes(api, { database, now, isProviderEmbedded: provider !== undefined, mayGrant: !hasAccessFile });
  registerFirstHomeRoutes(api, { database, now, hasDeviceKey });
  registerHomeRoutes(api, { database, now, equipment, onChanged });
  registerEraseRoutes(api, { database, now });
  registerRulesRoutes(api, { database, now, onChanged });
  const { contactSender: sender, facts } = dependencies;
  registerContactRoutes(api, { database, sender, publishedTopic: facts.publishedTopic, now });
  registerDeviceKeyRoutes(api, { database, now, onRevoked: devices.forget, mqttPort: equipmentSources.embeddedPort });
  registerBatteryRoutes(api, { database, now });
  registerUnknownRoomRoutes(api, { database, equipment, now });
  registerUnknownRoomAlertRoutes(api, { database, equipment, now });
  registerEquipmentManageRoutes(api, { database, now, views, equipment, listeners, ...equipmentSources });
  registerPeopleRoutes(api, { database, now, issuer: provider?.issuer, hasAccessFile });
  if (provider !== undefined) {
    const { checkPassword, passwordQueue } = provider;
    registerOwnAccountRoutes(api, { database, now, checkPassword, passwordQueue });
  }
  registerAuditRoutes(api, { database, now });
}

function statusPortsOf(dependencies: AppDependencies): StatusPorts {
  const { database, bus, disk, receiver, equipment, deviceClocks, metrics, now, startedAt, version } = dependencies;
  const { provider, providerWarnings, facts } = dependencies;
  const services = { database, bus, disk, receiver, equipment, deviceClocks, metrics };
  return { ...services, now, startedAt, version, provider, providerWarnings, facts };
}
