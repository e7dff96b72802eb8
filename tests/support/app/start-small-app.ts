/** The real app with the small home, its database in memory and people by hand: up in milliseconds. */
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../../src/server/app/app.ts';
import type { Bus } from '../../../src/server/bus/bus.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { createWebServer } from '../../../src/server/http/web-server.ts';
import { createReportReceiver, type ReportReceiver } from '../../../src/server/rooms/reports/receive-report.ts';
import { createMetrics, type Metrics } from '../../../src/server/shared/metrics.ts';
import { createDeviceAuthenticator } from '../../../src/server/intake/device-keys/device-authenticator.ts';
import { type Equipment, noEquipment } from '../../../src/server/intake/equipment/equipment.ts';
import { createDeviceKey } from '../../../src/server/intake/device-keys/device-keys.ts';
import { createKeyUsage } from '../../../src/server/intake/device-keys/key-usage.ts';
import { createTestUsers, type TestUsers } from '../identity/test-users.ts';
import { everything, seedSmallHome } from '../homes/small-home.ts';
import { openTestBus } from '../database/test-bus.ts';
import { openTestDatabase } from '../database/test-database.ts';

export interface SmallAppOptions {
  /** Epoch milliseconds. */
  readonly now?: () => number;
  readonly heartbeatMs?: number;
  /** Pages of other origins that may call the API. */
  readonly otherOrigins?: readonly string[];
  readonly metricsToken?: string;
  readonly equipment?: Equipment;
  /** Of its device key. */
  readonly ratePerSecond?: number;
  /** Instead of what rooms usually make of reports. */
  readonly receiver?: Partial<ReportReceiver>;
  /** Instead of what the database answers. */
  readonly hasExternalWrites?: Database['hasExternalWrites'];
}

export interface SmallApp {
  /** Origin. */
  readonly url: string;
  readonly database: Database;
  readonly bus: Bus;
  readonly people: TestUsers;
  /** Sees all. */
  readonly token: string;
  /** May report for every stream. */
  readonly deviceKey: string;
  readonly fastify: FastifyInstance;
  readonly metrics: Metrics;
  /** All that was logged, at any level, as lines of JSON. */
  readonly log: readonly string[];
  get(path: string, token?: string): Promise<Response>;
  /** `body` as JSON, or as it is when it is a string. */
  report(body: unknown, key?: string): Promise<Response>;
  close(): Promise<void>;
}

export async function startSmallApp(options: SmallAppOptions = {}): Promise<SmallApp> {
  const { now = Date.now, heartbeatMs = 10_000, otherOrigins = [] } = options;
  const database = await openTestDatabase();
  await database.migrate();
  await seedSmallHome(database);
  const people = createTestUsers(now);
  const token = people.token([everything], { expiresAt: Number.MAX_SAFE_INTEGER });
  const { key: deviceKey } = await createDeviceKey(database, {
    name: 'gateway',
    scope: everything,
    now: now(),
    ratePerSecond: options.ratePerSecond,
  });
  const log: string[] = [];
  const fastify = createWebServer({
    logLevel: 'trace',
    logTo: { write: (line) => void log.push(line) },
    isUnavailable: database.isUnavailable,
  });
  const bus = openTestBus(fastify.log);
  const metrics = createMetrics();
  const keyUsage = createKeyUsage({ database, now, log: fastify.log, flushIntervalMs: 1 });
  await createApp({
    fastify,
    database: { ...database, hasExternalWrites: options.hasExternalWrites ?? database.hasExternalWrites },
    bus,
    receiver: { ...createReportReceiver({ database, bus, now, onCommit: metrics.countCommit }), ...options.receiver },
    devices: createDeviceAuthenticator({ database, onUsed: keyUsage.record, onRefused: metrics.countRefusedKey }),
    equipment: options.equipment ?? noEquipment,
    metrics,
    metricsToken: options.metricsToken,
    now,
    authenticate: people.authenticate,
    issuer: 'https://login.example.org',
    provider: undefined,
    webFolder: undefined,
    environments: [
      {
        name: 'local',
        origins: [...otherOrigins],
        apiBaseUrl: '/api',
        issuer: 'https://login.example.org',
        clientId: 'board',
        audience: '',
        providerName: 'Example',
      },
    ],
    publicUrl: 'http://localhost',
    version: '1.2.3',
    heartbeatMs,
  });
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    database,
    bus,
    people,
    token,
    deviceKey,
    fastify,
    metrics,
    log,
    get: (path, bearer = token) => fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${bearer}` } }),
    report: (body, key = deviceKey) =>
      fetch(`${url}/api/reports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close: async () => {
      await fastify.close();
      await keyUsage.close();
      await bus.close();
      await database.close();
    },
  };
}
