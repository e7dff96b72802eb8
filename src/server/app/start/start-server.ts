/** Starts the server: from a configuration to a listening port. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { heartbeatMs } from '../../../contract/live-events.ts';
import type { Bus } from '../../bus/bus.ts';
import { type Database, withDevicePool } from '../../database/database.ts';
import { commonHeaders } from '../../http/site/security-headers.ts';
import { createWebServer } from '../../http/web-server.ts';
import type { Lifetimes } from '../../identity-provider/lifetimes.ts';
import { createAuthenticator } from '../../identity/authenticator.ts';
import { createEndedTokenSearch } from '../../identity/token-revocation.ts';
import { createDeviceAuthenticator } from '../../intake/device-keys/device-authenticator.ts';
import type { ConnectionSettings } from '../../intake/equipment/connection.ts';
import { createEquipment, type Equipment } from '../../intake/equipment/equipment.ts';
import { createKeyUsage } from '../../intake/device-keys/key-usage.ts';
import { refusalKinds } from '../../intake/parse-report.ts';
import { createReportReceiver } from '../../rooms/reports/receive-report.ts';
import { createWatchdog, runWatchdog, watchdogAgeMetric } from '../../rooms/watchdog/watchdog.ts';
import { createMetrics } from '../../shared/metrics.ts';
import { projectFile } from '../../shared/server-files.ts';
import { databaseFileOf, describeDatabase, openBus, openDatabase, openIdentity } from '../adapters.ts';
import { type AppDependencies, createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { createEquipmentRoomsCheck } from './check-equipment-rooms.ts';
import type { EquipmentReload } from './equipment-reload.ts';
import { type MqttIntake, startMqttIntake } from './start-mqtt-intake.ts';
import { createDiskGuard } from './disk-guard.ts';
import { warnWhenDiskIsFull } from './disk-full-warning.ts';
import { toStartError } from './start-error.ts';
import { type SeedResult, seedData, warnOfMissingScopes } from './seed-data.ts';

/** How many connections may wait to be accepted: after an outage all boards of a home reconnect at once. */
const listenBacklogCount = 4_096;

export interface StartOptions {
  readonly config: Config;
  readonly now: () => number;
  /** Receives a short text before each step of the start. */
  readonly progress: (step: string) => void;
  /** For tests: replaces parts of the app. */
  readonly overrides?: Partial<Pick<AppDependencies, 'authenticator' | 'heartbeatMs' | 'webFolder'>>;
  /** For tests: replaces lifetimes of the embedded provider's tokens and sessions. */
  readonly lifetimes?: Partial<Lifetimes> | undefined;
}

export interface RunningServer {
  readonly fastify: FastifyInstance;
  readonly database: Database;
  readonly bus: Bus;
  readonly seeded: SeedResult;
  /** The address of the server on this machine. It can differ from the public address. */
  readonly localUrl: string;
  /** Reads the equipment file again. Undefined if there is none. */
  readonly reloadEquipment: (() => void) | undefined;
  /** Ends the live connections, stores what was accepted, and closes the database. */
  close(): Promise<void>;
}

/** Throws OperatorError when the port, the database or a file that it reads cannot be used. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, now, progress } = options;
  const connections = await readConnections(config.equipmentFile);
  progress(`Opening the data in ${describeDatabase(config)}`);
  const database = await openDatabase(config, progress);
  const services = await createServices(database, createEquipment(connections), options);
  const { fastify, bus, receiver, disk, keyUsage } = services;
  let stopWatchdog: (() => Promise<void>) | undefined;
  let mqttIntake: MqttIntake | undefined;
  let equipmentReload: EquipmentReload | undefined;
  const { equipmentFile } = config;
  const rooms = createEquipmentRoomsCheck({ ...services, receive: receiver.receive, log: fastify.log });

  async function close(): Promise<void> {
    disk?.stop();
    rooms.stop();
    await equipmentReload?.close();
    await Promise.all([mqttIntake?.close(), fastify.close()]);
    await stopWatchdog?.();
    await receiver.drained();
    await keyUsage.close();
    await bus.close();
    await database.close();
  }

  try {
    await disk?.check();
    disk?.start();
    progress(config.demo === undefined ? 'Reading the rights' : 'Creating the demo home');
    const seeded = await database.withExclusiveLock(() => seedData(database, { config, now, log: fastify.log }));
    await rooms.check();
    if (config.demo === undefined) await warnOfMissingScopes(database, config.accessFile, fastify.log);
    progress('Preparing the sign-in');
    await createApp(await appDependencies(services, options));
    progress(`Listening on port ${config.port}`);
    const { host, port } = config;
    const localUrl = await fastify.listen({ host, port, backlog: listenBacklogCount });
    stopWatchdog = startWatchdog(services, now);
    const { receive } = receiver;
    const { deviceDatabase, ...rest } = services;
    mqttIntake = await startMqttIntake({ ...rest, config, database: deviceDatabase, receive, now, log: fastify.log });
    if (equipmentFile !== undefined) {
      const { equipment } = services;
      const { startEquipmentReload } = await import('./equipment-reload.ts');
      equipmentReload = startEquipmentReload({
        file: equipmentFile,
        equipment,
        onReplaced: rooms.check,
        log: fastify.log,
      });
    }
    return { fastify, database, bus, seeded, localUrl, reloadEquipment: equipmentReload?.load, close };
  } catch (error) {
    await close();
    throw toStartError(error, config);
  }
}

async function readConnections(file: string | undefined): Promise<readonly ConnectionSettings[]> {
  if (file === undefined) return [];
  const { readEquipmentFile } = await import('../../intake/equipment/file/equipment-file.ts');
  return readEquipmentFile(file);
}

type Services = Awaited<ReturnType<typeof createServices>>;

async function createServices(database: Database, equipment: Equipment, { config, now }: StartOptions) {
  const fastify = createWebServer({
    logLevel: config.logLevel,
    headers: commonHeaders(config.publicUrl),
    isUnavailable: database.isUnavailable,
  });
  const { log } = fastify;
  const bus = await openBus(config, log);
  const metrics = createMetrics({ includeProcess: config.metricsToken !== undefined, refusalReasons: refusalKinds });
  const deviceDatabase = withDevicePool(database);
  const storing = createReportReceiver({
    database: deviceDatabase,
    bus,
    now,
    onCommit: metrics.countCommit,
    onAlertEvents: metrics.countAlertEvents,
  });
  const file = databaseFileOf(config);
  const disk = file === undefined ? undefined : createDiskGuard({ database, file, receive: storing.receive, log });
  const place = describeDatabase(config);
  const receive = disk?.receive ?? warnWhenDiskIsFull(storing.receive, { database, place, log });
  const keyUsage = createKeyUsage({ database, now, log });
  const devices = createDeviceAuthenticator({
    database: deviceDatabase,
    onUsed: keyUsage.record,
    onRefused: metrics.countRefusedKey,
  });
  const receiver = { ...storing, receive };
  return { fastify, database, deviceDatabase, bus, metrics, receiver, disk, keyUsage, devices, equipment };
}

async function appDependencies(services: Services, options: StartOptions): Promise<AppDependencies> {
  const { fastify, database } = services;
  const { config, now, lifetimes, overrides } = options;
  const { verifyToken, ...identity } = await openIdentity(config, { database, now, log: fastify.log, lifetimes });
  const findEndedTokens = createEndedTokenSearch(database, identity.provider?.findActiveSessions);
  return {
    ...services,
    ...identity,
    isDiskFull: services.disk?.isFull ?? (() => false),
    now,
    authenticator: createAuthenticator({ verifyToken, findEndedTokens, database, now, log: fastify.log }),
    metricsToken: config.metricsToken,
    webFolder: fileURLToPath(projectFile('dist/web')),
    environments: config.environments,
    publicUrl: config.publicUrl,
    version: await readVersion(),
    heartbeatMs,
    ...overrides,
  };
}

function startWatchdog({ fastify, deviceDatabase, receiver, metrics }: Services, now: () => number) {
  const { log } = fastify;
  const monotonic = () => performance.now();
  const watchdog = createWatchdog({ database: deviceDatabase, receive: receiver.receive, now, monotonic, log });
  metrics.gauge(watchdogAgeMetric, watchdog.secondsSinceCheck);
  return runWatchdog(watchdog, log);
}

async function readVersion(): Promise<string> {
  const text = await readFile(projectFile('package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
