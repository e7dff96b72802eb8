/** Starts the server: from a configuration to a listening port. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { heartbeatMs } from '../../../contract/live-events.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { Lifetimes } from '../../identity-provider/lifetimes.ts';
import { createAuthenticator } from '../../identity/authenticator.ts';
import { createEndedTokenSearch } from '../../identity/token-revocation.ts';
import { createEquipment } from '../../intake/equipment/equipment.ts';
import { createWatchdog, runWatchdog, watchdogAgeMetric } from '../../rooms/watchdog/watchdog.ts';
import { projectFile } from '../../shared/server-files.ts';
import { databaseFileOf, describeDatabase, openDatabase, openIdentity } from '../adapters.ts';
import { createApp } from '../app.ts';
import type { AppDependencies } from '../app-dependencies.ts';
import type { Config } from '../config.ts';
import { createEquipmentRoomsCheck } from './check-equipment-rooms.ts';
import { createServices, type Services } from './create-services.ts';
import type { EquipmentReload } from './equipment-reload.ts';
import { equipmentSourcesOf, openEquipmentReload, readEquipment } from './equipment-sources.ts';
import { type MqttIntake, startMqttIntake } from './start-mqtt-intake.ts';
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
  readonly overrides?: Partial<Pick<AppDependencies, 'authenticator' | 'heartbeatMs' | 'startedAt' | 'webFolder'>>;
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
  readonly reloadEquipment: (() => Promise<void>) | undefined;
  /** Ends the live connections, stores what was accepted, and closes the database. */
  close(): Promise<void>;
}

/** Throws OperatorError when the port, the database or a file that it reads cannot be used. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, now, progress } = options;
  const connections = await readEquipment(config);
  progress(`Opening the data in ${describeDatabase(config)}`);
  const database = await openDatabase(config, progress);
  const services = await createServices(database, createEquipment(connections, now), options);
  const { fastify, bus, receiver, disk, keyUsage, unknownRooms, batteries } = services;
  let watchdog: ReturnType<typeof startWatchdog> | undefined;
  let mqttIntake: MqttIntake | undefined;
  let equipmentReload: EquipmentReload | undefined;
  const equipmentRooms = createEquipmentRoomsCheck({ ...services, receive: receiver.receive, log: fastify.log });

  async function close(): Promise<void> {
    disk?.stop();
    equipmentRooms.stop();
    services.listeners.close();
    await equipmentReload?.close();
    await Promise.all([mqttIntake?.close(), fastify.close()]);
    await watchdog?.stop();
    await receiver.drained();
    await keyUsage.close();
    await unknownRooms.close();
    await batteries.close();
    await bus.close();
    await database.close();
  }

  try {
    await disk?.check();
    disk?.start();
    progress(config.demo === undefined ? 'Reading the rights' : 'Creating the demo home');
    const seeded = await database.withExclusiveLock(() => seedData(database, { config, now, log: fastify.log }));
    await equipmentRooms.check();
    if (config.demo === undefined) await warnOfMissingScopes(database, config.accessFile, fastify.log);
    progress('Preparing the login');
    const isBrokerRead = () => mqttIntake?.isBrokerRead() === true;
    const watchdogAgeSeconds = () => watchdog?.secondsSinceCheck();
    const reloadEquipment = async () => equipmentReload?.load();
    const started = { isBrokerRead, watchdogAgeSeconds, reloadEquipment };
    await createApp(await appDependencies(services, options, started));
    progress(`Listening on port ${config.port}`);
    const { host, port } = config;
    const localUrl = await fastify.listen({ host, port, backlog: listenBacklogCount });
    watchdog = startWatchdog(services, now);
    const { receive } = receiver;
    const { deviceDatabase, ...rest } = services;
    const { offer: onMessage } = services.listeners;
    const intake = { ...rest, config, database: deviceDatabase, receive, onMessage, now, log: fastify.log };
    mqttIntake = await startMqttIntake(intake);
    const { equipment } = services;
    equipmentReload = openEquipmentReload(config, { equipment, onReplaced: equipmentRooms.check, log: fastify.log });
    return { fastify, database, bus, seeded, localUrl, reloadEquipment: equipmentReload?.load, close };
  } catch (error) {
    await close();
    throw toStartError(error, config);
  }
}

type StartedParts = Pick<AppDependencies['status'], 'isBrokerRead' | 'watchdogAgeSeconds'> & {
  readonly reloadEquipment: () => Promise<void>;
};

async function appDependencies(
  services: Services,
  options: StartOptions,
  { reloadEquipment, ...started }: StartedParts,
): Promise<AppDependencies> {
  const { fastify, database, listeners } = services;
  const { config, now, lifetimes, overrides } = options;
  const { verifyToken, ...identity } = await openIdentity(config, { database, now, log: fastify.log, lifetimes });
  const findEndedTokens = createEndedTokenSearch(database, identity.provider?.findActiveSessions);
  const authentication = { verifyToken, findEndedTokens, readAccountGroups: identity.provider?.readGroups };
  return {
    ...services,
    ...identity,
    isDiskFull: services.disk?.isFull ?? (() => false),
    equipmentSources: equipmentSourcesOf(config, { reload: reloadEquipment, listeners }),
    now,
    addressOf: clientAddress(config.trustedProxies),
    authenticator: createAuthenticator({ ...authentication, database, now, log: fastify.log }),
    metricsToken: config.metricsToken,
    mqttPort: config.mqtt.port ?? null,
    webFolder: fileURLToPath(projectFile('dist/web')),
    environments: config.environments,
    publicUrl: config.publicUrl,
    hasAccessFile: config.accessFile !== undefined,
    version: await readVersion(),
    status: {
      processName: `${hostname()}:${config.port}`,
      events: services.events,
      databaseFile: databaseFileOf(config),
      auditRetentionDays: config.auditRetentionDays,
      isBrokerUsed: config.mqtt.brokerUrl !== undefined,
      ...started,
    },
    heartbeatMs,
    ...overrides,
  };
}

function startWatchdog({ fastify, deviceDatabase, receiver, metrics }: Services, now: () => number) {
  const { log } = fastify;
  const monotonic = () => performance.now();
  const watchdog = createWatchdog({ database: deviceDatabase, receive: receiver.receive, now, monotonic, log });
  metrics.gauge(watchdogAgeMetric, watchdog.secondsSinceCheck);
  return { stop: runWatchdog(watchdog, log), secondsSinceCheck: watchdog.secondsSinceCheck };
}

async function readVersion(): Promise<string> {
  const text = await readFile(projectFile('package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
