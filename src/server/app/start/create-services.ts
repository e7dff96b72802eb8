/** Creates the services that the routes and the intake of a server share. */
import { EventEmitter } from 'node:events';
import { type Database, selectDevicePool } from '../../database/database.ts';
import { createDiskSpace } from '../../database/disk-space.ts';
import { createCommonHeaders } from '../../http/site/security-headers.ts';
import { createWebServer } from '../../http/web-server.ts';
import { startBoardFeed } from '../../board/live/board-feed.ts';
import { createBatteryRecord } from '../../devices/battery/battery-record.ts';
import { createDeviceAuthenticator } from '../../devices/keys/device-authenticator.ts';
import { createKeyUsage } from '../../devices/keys/key-usage.ts';
import { createContactSender } from '../../contacts/contact-sender.ts';
import type { Equipment } from '../../equipment/equipment.ts';
import { createTopicListeners } from '../../equipment/manage/topic-listeners.ts';
import { Intake } from '../../intake/intake.ts';
import { refusalKinds } from '../../messages/parse-report.ts';
import { createUnknownRoomCollector } from '../../devices/rooms/unknown-rooms.ts';
import { createDeviceClocks } from '../../intake/reports/device-clocks.ts';
import { ReportReceiver, type ReportReceiverPorts } from '../../intake/reports/receive-reports.ts';
import { createPhones } from '../../phones/create-phones.ts';
import { createMetrics } from '../../shared/metrics.ts';
import { createRecentEvents, type RecentEvents } from '../../shared/recent-events.ts';
import { createReadThread } from '../read-thread.ts';
import { sqliteFileOf, describeDatabase, openBus } from '../adapters.ts';
import type { Config } from '../config.ts';

interface ServiceOptions {
  readonly config: Config;
  readonly now: () => number;
  /** For tests: receives the log lines. */
  readonly logTo?: { write(line: string): void };
  /** For tests: the delay in milliseconds after which collected changes are written. */
  readonly flushIntervalMs?: number;
}

export type ServerServices = Awaited<ReturnType<typeof createServices>>;

export async function createServices(database: Database, equipment: Equipment, options: ServiceOptions) {
  const { config, now, flushIntervalMs } = options;
  const events = createRecentEvents(now);
  const fastify = openWebServer(database, events, options);
  const { log } = fastify;
  const bus = await openBus(config, log);
  const metrics = createMetrics({ includeProcess: config.metricsToken !== undefined, refusalReasons: refusalKinds });
  const deviceDatabase = selectDevicePool(database);
  const deviceClocks = createDeviceClocks({ now, log });
  const disk = createDiskSpace({ database, file: sqliteFileOf(config), place: describeDatabase(config), log });
  const ports = { database: deviceDatabase, bus, metrics, disk, deviceClocks, now };
  const { receiver, alertChanges } = createReceiver(ports);
  const collecting = { database, now, log, ...(flushIntervalMs !== undefined && { flushIntervalMs }) };
  const { keyUsage, unknownRooms, batteries, ...records } = createDeviceRecords(collecting);
  const phones = createPhones({ database, config, now });
  const reads = createReadThread(database, log);
  const boardFeed = startBoardFeed({ database, bus, disk, receiver, log });
  const listeners = createListeners(equipment, options);
  return {
    now,
    fastify,
    database,
    deviceDatabase,
    bus,
    metrics,
    receiver,
    disk,
    devices: createDeviceAuthenticator({
      database: deviceDatabase,
      onUsed: keyUsage.record,
      onRefused: metrics.countRefusedKey,
    }),
    deviceClocks,
    equipment,
    events,
    intake: new Intake({ database: deviceDatabase, receiver, unknownRooms, batteries, metrics }),
    listeners,
    unknownRooms,
    contactSender: createContactSender({ database, settings: config.contacts, publicUrl: config.publicUrl, now, log }),
    phones,
    reads,
    boardFeed,
    /** Emits `change` after reports that this process received have changed alerts. */
    alertChanges,
    /** Stores accepted reports, then closes the bus and the database. */
    close: async (): Promise<void> => {
      boardFeed.close();
      await receiver.drained();
      phones.close();
      await records.close();
      await bus.close();
      await reads.close();
      await database.close();
    },
  };
}

function openWebServer(database: Database, events: RecentEvents, { config, logTo }: ServiceOptions) {
  return createWebServer({
    logLevel: config.logLevel,
    headers: createCommonHeaders(config.publicUrl),
    isUnavailable: database.isUnavailable,
    onLog: events.observe,
    ...(logTo !== undefined && { logTo }),
  });
}

function createReceiver(ports: ReportReceiverPorts) {
  const alertChanges = new EventEmitter();
  const onAlertEvents = () => void alertChanges.emit('change');
  return { receiver: new ReportReceiver({ ...ports, onAlertEvents }), alertChanges };
}

function createListeners({ broker }: Equipment, { config, now }: ServiceOptions) {
  return createTopicListeners({ broker, hasEmbeddedBroker: config.mqtt.port !== undefined, now });
}

/** What the server notes about devices, collected for a moment before it is written. */
function createDeviceRecords(options: Parameters<typeof createKeyUsage>[0]) {
  const keyUsage = createKeyUsage(options);
  const unknownRooms = createUnknownRoomCollector(options);
  const batteries = createBatteryRecord(options);
  const close = async (): Promise<void> => {
    for (const record of [keyUsage, unknownRooms, batteries]) await record.close();
  };
  return { keyUsage, unknownRooms, batteries, close };
}
