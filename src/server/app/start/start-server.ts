/** Starts the server: from a configuration to an open port. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Lifetimes } from '../../identity/provider/lifetimes.ts';
import { warnOfMissingScopes } from '../../identity/first-setup/seed-access.ts';
import { createHostCheck } from '../../equipment/broker-address.ts';
import { createEquipment } from '../../equipment/equipment.ts';
import { createNightCounter, runNightCounter } from '../../history/nights/night-counter.ts';
import { createUserFinder } from '../../identity/find-users.ts';
import { runReleaseOfMoves } from '../../maintenance/move/release-abandoned-moves.ts';
import { createNoticeSenders } from '../../notices/notice-senders.ts';
import { createNoticeWorker, messageCheckAgeMetric, runNoticeWorker } from '../../notices/notice-worker.ts';
import { runPhoneCheck } from '../../phones/check-phones.ts';
import { createWatchdog, runWatchdog, watchdogAgeMetric } from '../../board/watchdog/watchdog.ts';
import { projectFileOf } from '../../shared/server-files.ts';
import { describeDatabase, openDatabase } from '../adapters.ts';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import { createServices, type ServerServices } from './create-services.ts';
import { type EquipmentFollower, followEquipment } from './follow-equipment.ts';
import { openAppDependencies, type TestOverrides } from './open-app-dependencies.ts';
import { type MqttIntake, startMqttIntake } from './start-mqtt-intake.ts';
import { type OpenPublisher, openPublisher } from './open-publisher.ts';
import { toStartError } from './start-error.ts';
import { createStartNotice, type StartNotice } from './start-notice.ts';
import { type SeedResult, seedData } from './seed-data.ts';

/**
 * The maximum number of connections that wait to be accepted. After an outage all boards of a home reconnect at once.
 */
const listenBacklogCount = 4_096;

export interface StartOptions {
  readonly config: Config;
  readonly now: () => number;
  /** Receives a short text before each step of the start. */
  readonly progress: (step: string) => void;
  /** For tests: replaces parts of the app. */
  readonly overrides?: TestOverrides;
  /** For tests: replaces lifetimes of the embedded provider's tokens and sessions. */
  readonly lifetimes?: Partial<Lifetimes> | undefined;
}

export interface RunningServer extends Pick<ServerServices, 'fastify' | 'database' | 'bus' | 'metrics' | 'receiver'> {
  readonly seeded: SeedResult;
  /** Ends the live connections, stores accepted reports, and closes the database. */
  close(): Promise<void>;
}

/** Starts the server. Throws OperatorError when the port, the database or a file cannot be used. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, progress } = options;
  const version = await readVersion();
  const notice = createStartNotice({ config, version, progress });
  try {
    return await start(options, version, notice);
  } finally {
    await notice.close();
  }
}

async function start(options: StartOptions, version: string, notice: StartNotice): Promise<RunningServer> {
  const { config, now, progress, overrides, lifetimes } = options;
  progress(`Opening the data in ${describeDatabase(config)}`);
  const database = await openDatabase(config, notice);
  const services = await createServices(database, createEquipment([], now), options);
  const { fastify, bus, metrics, receiver, disk, equipment } = services;
  const { log } = fastify;
  let watchdog: ReturnType<typeof startWatchdog> | undefined;
  let nightCounter: ReturnType<typeof startNightCounter> | undefined;
  let phoneCheck: ReturnType<typeof runPhoneCheck> | undefined;
  let noticeWorker: ReturnType<typeof startNoticeWorker> | undefined;
  let releaseOfMoves: ReturnType<typeof runReleaseOfMoves>;
  let mqttIntake: MqttIntake | undefined;
  let publisher: OpenPublisher | undefined;
  let equipmentFollower: EquipmentFollower | undefined;

  async function close(): Promise<void> {
    disk.stop();
    services.listeners.close();
    await equipmentFollower?.close();
    await publisher?.close();
    await Promise.all([mqttIntake?.close(), fastify.close()]);
    await Promise.all([watchdog?.stop(), nightCounter?.stop(), phoneCheck?.stop(), noticeWorker?.stop()]);
    await releaseOfMoves?.stop();
    await services.close();
  }

  try {
    await disk.start();
    progress(config.isDemo ? 'Creating the demo home' : 'Reading the rights');
    const seeded = await database.withExclusiveLock(() => seedData(database, { config, now, log }));
    const fixedBroker = config.mqtt.brokerUrl;
    const isAllowedHost = createHostCheck(config.mqttAllowedHosts);
    const follower = await followEquipment({ database, equipment, fixedBroker, isAllowedHost, receiver, log });
    equipmentFollower = follower;
    if (!config.isDemo) await warnOfMissingScopes(database, config.accessFile, log);
    progress('Preparing the login');
    const started = {
      isBrokerRead: () => mqttIntake?.isBrokerRead() === true,
      publishedTopic: () => publisher?.topic,
      isPublishing: () => publisher?.isConnected() === true,
      watchdogAgeSeconds: () => watchdog?.secondsSinceSuccess(),
      messageCheckAgeSeconds: () => noticeWorker?.secondsSinceSuccess(),
      equipmentSources: { reload: follower.reload, fixedBroker, isAllowedHost, embeddedPort: config.mqtt.port ?? null },
    };
    await createApp(await openAppDependencies(services, { config, version, overrides, lifetimes }, started));
    progress(`Listening on port ${config.port}`);
    await notice.close();
    await fastify.listen({ host: config.host, port: config.port, backlog: listenBacklogCount });
    watchdog = startWatchdog(services);
    nightCounter = startNightCounter(services);
    phoneCheck = runPhoneCheck(services, log);
    noticeWorker = startNoticeWorker(services, config);
    releaseOfMoves = runReleaseOfMoves(database, log);
    mqttIntake = await openMqttIntake(services, config);
    publisher = await openPublisher(services, config, version);
    return { fastify, database, bus, metrics, receiver, seeded, close };
  } catch (error) {
    await close();
    throw toStartError(error, config);
  }
}

function openMqttIntake(services: ServerServices, config: Config): Promise<MqttIntake> {
  const {
    fastify,
    deviceDatabase: database,
    intake,
    devices,
    equipment,
    unknownRooms,
    listeners,
    metrics,
    now,
  } = services;
  const { log } = fastify;
  const onMessage = listeners.offer;
  return startMqttIntake({ config, database, intake, devices, equipment, unknownRooms, onMessage, metrics, now, log });
}

function startWatchdog({ fastify, deviceDatabase, receiver, disk, metrics, now }: ServerServices) {
  const { log } = fastify;
  const monotonic = () => performance.now();
  const canStore = () => !disk.isFull() && !receiver.hasOutage();
  const watchdog = createWatchdog({ database: deviceDatabase, receiver, now, monotonic, log, canStore });
  const running = runWatchdog(watchdog, log);
  metrics.gauge(watchdogAgeMetric, running.secondsSinceSuccess);
  return running;
}

function startNightCounter({ fastify, database, reads, disk, receiver, now }: ServerServices) {
  const canStore = () => !disk.isFull() && !receiver.hasOutage();
  return runNightCounter(createNightCounter({ database, runReadTask: reads.run, now, canStore }), fastify.log);
}

function startNoticeWorker(services: ServerServices, { identity }: Config) {
  const { database, bus, phones, contactSender, fastify, alertChanges, metrics, now } = services;
  const { log } = fastify;
  const senders = createNoticeSenders({ query: database.query, phones, contactSender });
  const findUsers = createUserFinder(database, identity.kind === 'embedded');
  const onChanged = bus.publishNoticeChange;
  const worker = runNoticeWorker(createNoticeWorker({ database, findUsers, senders, onChanged, now, log }), log);
  metrics.gauge(messageCheckAgeMetric, worker.secondsSinceSuccess);
  alertChanges.on('change', worker.wake);
  return worker;
}

async function readVersion(): Promise<string> {
  const text = await readFile(projectFileOf('package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
