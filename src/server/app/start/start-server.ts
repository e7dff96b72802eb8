/** From a configuration to a listening server, step by step, and back. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { heartbeatMs } from '../../../contract/live-events.ts';
import { type Database, withDevicePool } from '../../database/database.ts';
import { createMetrics } from '../../shared/metrics.ts';
import { createWebServer } from '../../http/web-server.ts';
import { createAuthenticator } from '../../identity/authenticator.ts';
import { createDeviceAuthenticator } from '../../intake/device-keys/device-authenticator.ts';
import { createEquipment } from '../../intake/equipment/equipment.ts';
import { readEquipmentFile } from '../../intake/equipment/equipment-file.ts';
import { warnAboutMissingRooms } from '../../intake/equipment/missing-rooms.ts';
import { createKeyUsage } from '../../intake/device-keys/key-usage.ts';
import type { Lifetimes } from '../../identity-provider/lifetimes.ts';
import { createReportReceiver } from '../../rooms/reports/receive-report.ts';
import { runWatchdog } from '../../rooms/watchdog/run-watchdog.ts';
import { createWatchdog } from '../../rooms/watchdog/watchdog.ts';
import { createApp, type AppDependencies } from '../app.ts';
import { openBus, openDatabase, describeDisk, openIdentity, describeDatabase } from '../adapters.ts';
import type { Config } from '../config.ts';
import { warnOfMissingScopes } from './missing-scopes.ts';
import { type RunningEquipment, startEquipment } from '../start-equipment.ts';
import { toStartError } from './start-error.ts';
import { type SeedResult, seedData } from './seed-data.ts';
import { warnWhenDiskIsFull } from './disk-full-warning.ts';

/** After an outage a whole house comes back in one moment; what does not fit waits a second and longer. */
const connectionsAtOnce = 4_096;

const projectFolder = new URL('../../../../', import.meta.url);

export interface StartOptions {
  readonly config: Config;
  readonly now: () => number;
  /** Told in a few words what is being done. */
  readonly progress: (step: string) => void;
  /** For tests: what else than usual to build the app from. */
  readonly overrides?: Partial<Pick<AppDependencies, 'authenticate' | 'heartbeatMs' | 'webFolder'>>;
  /** For tests: how long else than usual what the embedded provider hands out stays valid. */
  readonly lifetimes?: Partial<Lifetimes> | undefined;
}

export interface RunningServer {
  readonly fastify: FastifyInstance;
  readonly database: Database;
  readonly prepared: SeedResult;
  /** By which this machine itself reaches the server, whatever its public address is. */
  readonly localUrl: string;
  /** Ends the live connections, finishes what was accepted, and lets go of the data. */
  close(): Promise<void>;
}

/** Throws OperatorError when the port, the database or a file that it reads cannot be used. */
export async function startServer({
  config,
  now,
  progress,
  overrides,
  lifetimes,
}: StartOptions): Promise<RunningServer> {
  const { equipmentFile } = config;
  const connections = equipmentFile === undefined ? [] : readEquipmentFile(equipmentFile);
  const equipment = createEquipment(connections);
  progress(`Opening the data in ${describeDatabase(config)}`);
  const database = await openDatabase(config, progress);
  const fastify = createWebServer({ logLevel: config.logLevel, isUnavailable: database.isUnavailable });
  const { log } = fastify;
  const bus = openBus(config, log);

  const metrics = createMetrics({ ofProcess: config.metricsToken !== undefined });
  const ofDevices = withDevicePool(database);
  const storing = createReportReceiver({ database: ofDevices, bus, now, onCommit: metrics.countCommit });
  const receiver = {
    ...storing,
    receive: warnWhenDiskIsFull(storing.receive, { database, place: describeDisk(config), log }),
  };
  const keyUsage = createKeyUsage({ database, now, log });
  const devices = createDeviceAuthenticator({
    database: ofDevices,
    onUsed: keyUsage.record,
    onRefused: metrics.countRefusedKey,
  });
  let stopWatching: (() => Promise<void>) | undefined;
  let waysIn: RunningEquipment | undefined;

  async function close(): Promise<void> {
    await Promise.all([waysIn?.close(), fastify.close()]);
    await stopWatching?.();
    await receiver.drained();
    await keyUsage.close();
    await bus.close();
    await database.close();
  }

  try {
    progress(config.demo === undefined ? 'Looking at the rights' : 'Furnishing the demo home');
    const prepared = await database.withExclusiveLock(() => seedData(database, config, now));
    await warnAboutMissingRooms(database, connections, log);
    const { accessFile, demo } = config;
    if (accessFile !== undefined && demo === undefined) await warnOfMissingScopes(database, accessFile, log);
    progress('Setting up the sign-in');
    const { verifyToken, issuer, provider } = await openIdentity(config, { database, now, log, lifetimes });
    await createApp({
      fastify,
      database,
      bus,
      receiver,
      devices,
      equipment,
      metrics,
      metricsToken: config.metricsToken,
      now,
      issuer,
      provider,
      authenticate: createAuthenticator({ verifyToken, database, now }),
      webFolder: fileURLToPath(new URL('dist/web', projectFolder)),
      environments: config.environments,
      publicUrl: config.publicUrl,
      version: await readVersion(),
      heartbeatMs,
      ...overrides,
    });
    progress(`Listening at port ${config.port}`);
    const { host, port } = config;
    const localUrl = await fastify.listen({ host, port, backlog: connectionsAtOnce });
    const { receive } = receiver;
    const watch = createWatchdog({ database: ofDevices, receive, now, monotonic: () => performance.now(), log });
    const watchHelp = 'Since the watch over silent devices and held statuses last did its work';
    metrics.gauge('room_status_watch_seconds', watchHelp, watch.secondsSinceCheck);
    stopWatching = runWatchdog(watch, log);
    waysIn = await startEquipment({ config, database: ofDevices, receive, devices, equipment, metrics, now, log });
    return { fastify, database, prepared, localUrl, close };
  } catch (error) {
    await close();
    throw toStartError(error, config);
  }
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('package.json', projectFolder), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
