import { createApp } from '../../../src/server/app/app.ts';
import type { AppDependencies, StatusPorts } from '../../../src/server/app/app-dependencies.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { clientAddress } from '../../../src/server/http/client-address.ts';
import { commonHeaders } from '../../../src/server/http/site/security-headers.ts';
import { createWebServer } from '../../../src/server/http/web-server.ts';
import { createDeviceClocks } from '../../../src/server/rooms/reports/device-clocks.ts';
import { createReportReceiver, type ReportReceiver } from '../../../src/server/rooms/reports/receive-report.ts';
import { createRecentEvents } from '../../../src/server/shared/recent-events.ts';
import { createMetrics } from '../../../src/server/shared/metrics.ts';
import { createBatteryRecord } from '../../../src/server/intake/battery/battery-record.ts';
import { createDeviceAuthenticator } from '../../../src/server/intake/device-keys/device-authenticator.ts';
import { type Equipment, noEquipment } from '../../../src/server/intake/equipment/equipment.ts';
import { createTopicListeners } from '../../../src/server/intake/equipment/manage/topic-listeners.ts';
import { createDeviceKey } from '../../../src/server/intake/device-keys/device-keys.ts';
import { createUnknownRooms } from '../../../src/server/intake/rooms/unknown-rooms.ts';
import { createKeyUsage } from '../../../src/server/intake/device-keys/key-usage.ts';
import { createTestUsers } from '../identity/test-users.ts';
import { everything, seedSmallHome } from '../homes/small-home.ts';
import { openTestBus } from '../database/test-bus.ts';
import { openTestDatabase } from '../database/test-database.ts';

export interface SmallAppOptions {
  /** Epoch milliseconds. */
  readonly now?: () => number;
  readonly heartbeatMs?: number;
  /** How often the session and the rights of a viewer are checked. */
  readonly recheckMs?: number;
  /** Origins of other web pages that may call the API. */
  readonly otherOrigins?: readonly string[];
  readonly metricsToken?: string;
  /** The warnings of the identity provider. */
  readonly warnings?: readonly string[];
  readonly equipment?: Equipment;
  /** The equipment file and the brokers, for the administration. Default: none. */
  readonly equipmentSources?: Partial<AppDependencies['equipmentSources']>;
  /** The rate limit of the device key. */
  readonly ratePerSecond?: number;
  /** Replaces parts of the report receiver. */
  readonly receiver?: Partial<ReportReceiver>;
  /** A database with the small home, which stays open. It replaces the own database of the app. */
  readonly database?: Database;
  /** Replaces `externalWriteVersion` of the database. */
  readonly externalWriteVersion?: Database['externalWriteVersion'];
  readonly processName?: string;
  /** Replaces parts of what the system status reads. */
  readonly status?: Partial<StatusPorts>;
}

export type SmallApp = Awaited<ReturnType<typeof startSmallApp>>;

/** Starts the real app with the small home, without an identity provider. By default SQLite is in memory. */
export async function startSmallApp(options: SmallAppOptions = {}) {
  const { now = Date.now, heartbeatMs = 10_000, otherOrigins = [] } = options;
  const database = options.database ?? (await openTestDatabase());
  if (options.database === undefined) await seedSmallHome(database);
  const users = createTestUsers(now);
  const token = users.token([everything], { expiresAt: Number.MAX_SAFE_INTEGER });
  const { key: deviceKey } = await createDeviceKey(database, {
    name: 'gateway',
    scope: everything,
    now: now(),
    ratePerSecond: options.ratePerSecond,
  });
  const log: string[] = [];
  const events = createRecentEvents(now);
  const fastify = createWebServer({
    onLog: events.observe,
    logLevel: 'trace',
    logTo: { write: (line) => void log.push(line) },
    headers: commonHeaders('http://localhost'),
    isUnavailable: database.isUnavailable,
  });
  const bus = openTestBus(fastify.log);
  const metrics = createMetrics();
  const unknownRooms = createUnknownRooms({ database, now, log: fastify.log, flushIntervalMs: 1 });
  const batteries = createBatteryRecord({ database, now, log: fastify.log, flushIntervalMs: 1 });
  const keyUsage = createKeyUsage({ database, now, log: fastify.log, flushIntervalMs: 1 });
  const deviceClocks = createDeviceClocks({ now, log: fastify.log });
  const receiver = {
    ...createReportReceiver({
      database,
      bus,
      now,
      onCommit: metrics.countCommit,
      onAlertEvents: metrics.countAlertEvents,
      onReceived: deviceClocks.observe,
    }),
    ...options.receiver,
  };
  await createApp({
    fastify,
    database: { ...database, externalWriteVersion: options.externalWriteVersion ?? database.externalWriteVersion },
    bus,
    receiver,
    deviceClocks,
    devices: createDeviceAuthenticator({ database, onUsed: keyUsage.record, onRefused: metrics.countRefusedKey }),
    equipment: options.equipment ?? noEquipment,
    equipmentSources: { ...defaultEquipmentSources(now), ...options.equipmentSources },
    isDiskFull: () => false,
    metrics,
    metricsToken: options.metricsToken,
    now,
    addressOf: clientAddress([]),
    authenticator: users,
    issuer: 'https://login.example.org',
    provider: undefined,
    endpointOrigins: () => [],
    providerWarnings: () => (options.warnings ?? []).map((reason) => ({ reason })),
    webFolder: undefined,
    onUnknownRoom: unknownRooms.record,
    onMeasured: batteries.record,
    hasAccessFile: false,
    mqttPort: null,
    status: {
      processName: options.processName ?? 'test:1',
      events,
      databaseFile: undefined,
      auditRetentionDays: 400,
      isBrokerUsed: false,
      isBrokerRead: () => false,
      watchdogAgeSeconds: () => 0,
      ...options.status,
    },
    environments: [
      {
        name: 'local',
        origins: [...otherOrigins],
        apiBaseUrl: '/api',
        issuer: 'https://login.example.org',
        clientId: 'board',
        scope: 'openid',
        providerName: 'Example',
      },
    ],
    publicUrl: 'http://localhost',
    version: '1.2.3',
    heartbeatMs,
    ...(options.recheckMs !== undefined && { recheckMs: options.recheckMs }),
  });
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    database,
    bus,
    receiver,
    users,
    /** The token of a user who sees everything. */
    token,
    /** A device key that can report for every stream. */
    deviceKey,
    fastify,
    metrics,
    /** All log lines of every level, as JSON. */
    log,
    get: (path: string, bearer = token) =>
      fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${bearer}` } }),
    /** Sends `body` as JSON. A string is sent unchanged. */
    report: (body: unknown, key = deviceKey) =>
      fetch(`${url}/api/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close: async () => {
      await fastify.close();
      await keyUsage.close();
      await unknownRooms.close();
      await batteries.close();
      await bus.close();
      if (options.database === undefined) await database.close();
    },
  };
}

function defaultEquipmentSources(now: () => number): AppDependencies['equipmentSources'] {
  return {
    file: { path: undefined, hasOtherServers: false },
    reload: async () => undefined,
    brokers: { external: null, embeddedPort: null },
    listeners: createTopicListeners({ brokerUrl: undefined, hasEmbeddedBroker: false, now }),
  };
}
