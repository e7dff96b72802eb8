/** Creates what the routes and the intake of a server share. */
import { type Database, withDevicePool } from '../../database/database.ts';
import { commonHeaders } from '../../http/site/security-headers.ts';
import { createWebServer } from '../../http/web-server.ts';
import { createBatteryRecord } from '../../intake/battery/battery-record.ts';
import { createDeviceAuthenticator } from '../../intake/device-keys/device-authenticator.ts';
import { createKeyUsage } from '../../intake/device-keys/key-usage.ts';
import type { Equipment } from '../../intake/equipment/equipment.ts';
import { createTopicListeners } from '../../intake/equipment/manage/topic-listeners.ts';
import { refusalKinds } from '../../intake/parse-report.ts';
import { createUnknownRooms } from '../../intake/rooms/unknown-rooms.ts';
import { createDeviceClocks } from '../../rooms/reports/device-clocks.ts';
import { createReportReceiver } from '../../rooms/reports/receive-report.ts';
import { createMetrics } from '../../shared/metrics.ts';
import { createRecentEvents } from '../../shared/recent-events.ts';
import { databaseFileOf, describeDatabase, openBus } from '../adapters.ts';
import type { Config } from '../config.ts';
import { createDiskGuard } from './disk-guard.ts';
import { warnWhenDiskIsFull } from './disk-full-warning.ts';

interface ServiceOptions {
  readonly config: Config;
  readonly now: () => number;
}

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices(database: Database, equipment: Equipment, { config, now }: ServiceOptions) {
  const events = createRecentEvents(now);
  const fastify = createWebServer({
    logLevel: config.logLevel,
    headers: commonHeaders(config.publicUrl),
    isUnavailable: database.isUnavailable,
    onLog: events.observe,
  });
  const { log } = fastify;
  const bus = await openBus(config, log);
  const metrics = createMetrics({ includeProcess: config.metricsToken !== undefined, refusalReasons: refusalKinds });
  const deviceDatabase = withDevicePool(database);
  const deviceClocks = createDeviceClocks({ now, log });
  const storing = createReportReceiver({
    database: deviceDatabase,
    bus,
    now,
    onCommit: metrics.countCommit,
    onAlertEvents: metrics.countAlertEvents,
    onReceived: deviceClocks.observe,
  });
  const file = databaseFileOf(config);
  const disk = file === undefined ? undefined : createDiskGuard({ database, file, receive: storing.receive, log });
  const place = describeDatabase(config);
  const receive = disk?.receive ?? warnWhenDiskIsFull(storing.receive, { database, place, log });
  const keyUsage = createKeyUsage({ database, now, log });
  const unknownRooms = createUnknownRooms({ database, now, log });
  const batteries = createBatteryRecord({ database, now, log });
  const devices = createDeviceAuthenticator({
    database: deviceDatabase,
    onUsed: keyUsage.record,
    onRefused: metrics.countRefusedKey,
  });
  const receiver = { ...storing, receive };
  const { port, brokerUrl } = config.mqtt;
  const listeners = createTopicListeners({ brokerUrl, hasEmbeddedBroker: port !== undefined, now });
  const recorders = { listeners, keyUsage, unknownRooms, batteries };
  const callbacks = { onUnknownRoom: unknownRooms.record, onMeasured: batteries.record };
  return {
    fastify,
    database,
    deviceDatabase,
    bus,
    metrics,
    receiver,
    disk,
    devices,
    deviceClocks,
    equipment,
    events,
    ...recorders,
    ...callbacks,
  };
}
