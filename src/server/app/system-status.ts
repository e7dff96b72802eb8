/** Registers the system status and the backup, with what the features know. */
import { unwatchedSince } from '../../domain/watched-ward.ts';
import type { Failure } from '../../domain/status/finding.ts';
import { freeDiskBytes } from '../database/sqlite/reserve-file.ts';
import type { ApiServer } from '../http/api-server.ts';
import { readHealth } from '../http/monitoring/health.ts';
import { registerBackupRoute } from '../http/monitoring/status/backup-route.ts';
import { createProcessStatus } from '../http/monitoring/status/process-status.ts';
import { registerStatusRoutes } from '../http/monitoring/status/status-routes.ts';
import { listUnknownRoomAlerts } from '../intake/rooms/unknown-room-alert-queries.ts';
import { readBoards } from '../rooms/boards/board-queries.ts';
import type { AppDependencies } from './app-dependencies.ts';

type StatusDependencies = Pick<
  AppDependencies,
  | 'database'
  | 'bus'
  | 'equipment'
  | 'isDiskFull'
  | 'receiver'
  | 'deviceClocks'
  | 'metrics'
  | 'now'
  | 'startedAt'
  | 'provider'
  | 'providerWarnings'
  | 'version'
  | 'status'
>;

/** As the metric `room_status_watchdog_age_seconds` is judged. */
const maxWatchdogAgeSeconds = 60;

export function registerSystemStatus(api: ApiServer, dependencies: StatusDependencies): void {
  const { database, bus, now, startedAt = now(), version, status, equipment, metrics, provider } = dependencies;
  const { databaseFile: file, events } = status;
  const process = createProcessStatus({
    database,
    name: status.processName,
    version,
    now,
    startedAt,
    readFailures: () => readFailures(dependencies),
    countStored: metrics.readStoredCount,
    signInWarnings: dependencies.providerWarnings,
    connections: equipment.lastReceived,
    events,
  });
  const freeBytes = () => (file === undefined ? null : freeDiskBytes(file));
  registerStatusRoutes(api, {
    database,
    now,
    version,
    process,
    isBusUsed: bus.isShared,
    isBrokerUsed: status.isBrokerUsed,
    isProviderExternal: provider === undefined,
    auditRetentionDays: status.auditRetentionDays,
    freeDiskBytes: freeBytes,
    hasOwnBackup: file !== undefined,
    readBoards: () => readBoards(database.query, now()),
    readUnknownRoomAlerts: () => listUnknownRoomAlerts({ database, equipment, now }),
    unwatchedSince: (at) => unwatchedSince(at, startedAt, now()),
  });
  registerBackupRoute(api, { database, now, file, freeDiskBytes: freeBytes });
  events.record('started');
  void process.start();
  api.fastify.addHook('onClose', process.close);
}

/** The facts of /health and /metrics. */
async function readFailures(dependencies: StatusDependencies): Promise<readonly Failure[]> {
  const { database, bus, equipment, isDiskFull, receiver, status } = dependencies;
  const canStore = () => !isDiskFull() && !receiver.hasOutage();
  const health = await readHealth({ database, canStore });
  const found: readonly (readonly [Failure, boolean])[] = [
    ['database-unavailable', !health.database],
    ['database-damaged', database.hasDamage()],
    ['disk-full', isDiskFull()],
    ['not-storing', health.database && !health.storing && !isDiskFull()],
    ['bus-down', !bus.isConnected()],
    ['broker-down', status.isBrokerUsed && !status.isBrokerRead()],
    ['equipment-file-wrong', equipment.isOutdated()],
    ['clock-suspected', dependencies.deviceClocks.errorMs() !== null],
    ['watchdog-stopped', (status.watchdogAgeSeconds() ?? 0) > maxWatchdogAgeSeconds],
  ];
  return found.flatMap(([failure, isFailing]) => (isFailing ? [failure] : []));
}
