import { endpoints } from '../../../src/contract/endpoints.ts';
import { createApp } from '../../../src/server/app/app.ts';
import type { AppDependencies } from '../../../src/server/app/app-dependencies.ts';
import { readConfig } from '../../../src/server/app/config.ts';
import { createServices } from '../../../src/server/app/start/create-services.ts';
import type { ContactSettings } from '../../../src/server/contacts/contact-sender.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { createDeviceKey } from '../../../src/server/devices/keys/device-keys.ts';
import { type Equipment, emptyEquipment } from '../../../src/server/equipment/equipment.ts';
import { createClientAddressReader } from '../../../src/server/http/client-address.ts';
import type { ReportReceiver } from '../../../src/server/intake/reports/receive-reports.ts';
import type { StatusFacts } from '../../../src/server/status/status-ports.ts';
import { createTestUsers } from '../identity/test-users.ts';
import { everything, seedSmallHome, small } from '../homes/small-home.ts';
import { openTestDatabase } from '../database/test-database.ts';

export { changeRoom, everything, nameRooms, readRoom, small, unknownUuid } from '../homes/small-home.ts';

export interface SmallAppOptions {
  /** Returns epoch milliseconds. */
  readonly now?: () => number;
  readonly heartbeatMs?: number;
  /** The interval in milliseconds at which the session and the rights of a viewer are checked. */
  readonly recheckMs?: number;
  /** Origins of other web pages that may call the API. */
  readonly otherOrigins?: readonly string[];
  readonly metricsToken?: string;
  /** The warnings of the identity provider that the system status shows. */
  readonly warnings?: readonly string[];
  readonly equipment?: Equipment;
  /** Replaces the sources of the administration of equipment: brokers and the messages from them. Default: none. */
  readonly equipmentSources?: Partial<AppDependencies['equipmentSources']>;
  /** Replaces the settings of webhooks and e-mail. Default: no host is allowed, and there is no e-mail. */
  readonly contacts?: Partial<ContactSettings>;
  /** The rate limit of the device key. */
  readonly ratePerSecond?: number;
  /** Replaces parts of the report receiver. */
  readonly receiver?: Partial<Pick<ReportReceiver, 'receive' | 'isOverloaded' | 'hasOutage'>>;
  /** A database with the small home, which replaces the app's own database. It stays open after the app is closed. */
  readonly database?: Database;
  /** Replaces `externalWriteVersion` of the database. */
  readonly externalWriteVersion?: Database['externalWriteVersion'];
  readonly processName?: string;
  /** Replaces parts of what the system status reads. */
  readonly status?: Partial<StatusFacts>;
}

export type SmallApp = Awaited<ReturnType<typeof startSmallApp>>;

/** The settings of the app. Its database is already open; with the address of PostgreSQL no disk is watched. */
const settings = {
  LOG_LEVEL: 'trace',
  ROOM_STATUS_URL: 'http://localhost',
  DATABASE_URL: 'postgres://localhost/test',
  NATS_URL: process.env['TEST_NATS_URL'],
  PUSH_ALLOWED_HOSTS: '127.0.0.1',
};

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
  const config = readConfig(settings, ['--no-demo']);
  const services = await createServices(
    {
      ...database,
      externalWriteVersion: options.externalWriteVersion ?? database.externalWriteVersion,
      close: options.database === undefined ? database.close : async () => undefined,
    },
    options.equipment ?? emptyEquipment,
    {
      config: { ...config, contacts: { ...config.contacts, ...options.contacts } },
      now,
      logTo: { write: (line) => void log.push(line) },
      flushIntervalMs: 1,
    },
  );
  const { fastify, bus, receiver, metrics, events } = services;
  Object.assign(receiver, options.receiver);
  await createApp({
    ...services,
    equipmentSources: { ...defaultEquipmentSources, ...options.equipmentSources },
    startedAt: now(),
    addressOf: createClientAddressReader([]),
    authenticator: users,
    issuer: 'https://login.example.org',
    provider: undefined,
    endpointOrigins: () => [],
    providerWarnings: () => (options.warnings ?? []).map((reason) => ({ reason })),
    webFolder: undefined,
    hasAccessFile: false,
    facts: {
      processName: options.processName ?? 'test:1',
      events,
      metricsToken: options.metricsToken,
      databaseFile: undefined,
      isBrokerUsed: () => false,
      isBrokerRead: () => false,
      publishedTopic: () => undefined,
      isPublishing: () => false,
      watchdogAgeSeconds: () => 0,
      messageCheckAgeSeconds: () => 0,
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
  const post = (path: string, body?: unknown, bearer = token) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const get = (path: string, bearer = token) =>
    fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${bearer}` } });
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
    listeners: services.listeners,
    boardFeed: services.boardFeed,
    /** All log lines of every level, as JSON. */
    log,
    get,
    /** Returns the open alerts of a location or a ward. */
    alertsOf: async (place: string = small.wardA1x, bearer?: string) => {
      const response = await get(`/alerts?locationUUID=${place}`, bearer);
      return endpoints.listAlerts.response.parse(await response.json()).items;
    },
    /** Posts `body` as JSON. A string is sent unchanged. */
    post,
    report: (body: unknown, key = deviceKey) => post('/reports', body, key),
    close: async () => {
      await fastify.close();
      await services.close();
    },
  };
}

const defaultEquipmentSources: AppDependencies['equipmentSources'] = {
  reload: async () => undefined,
  fixedBroker: undefined,
  isAllowedHost: () => true,
  embeddedPort: null,
};
