/** Starts the intake by MQTT: the reader of an external broker, the embedded broker, or both. */
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import type { DeviceAuthenticator } from '../../intake/device-keys/device-authenticator.ts';
import type { Equipment } from '../../intake/equipment/equipment.ts';
import { createIngestItems, type ReceiveReports } from '../../intake/ingest-items.ts';
import { createTokenBuckets } from '../../intake/limits/token-bucket.ts';
import { createDeviceSession } from '../../intake/mqtt/embedded-broker/device-session.ts';
import { type EmbeddedBroker, startEmbeddedBroker } from '../../intake/mqtt/embedded-broker/embedded-broker.ts';
import { canSubscribe, findRevokedKeys } from '../../intake/mqtt/embedded-broker/key-rights.ts';
import { type BrokerReader, startBrokerReader } from '../../intake/mqtt/external-broker/broker-reader.ts';
import { createLeaseTable } from '../../intake/mqtt/external-broker/lease-table.ts';
import {
  createPermanentLease,
  defaultLeaseTimes,
  type LeaseTimes,
  type ReaderLease,
  startReaderLease,
} from '../../intake/mqtt/external-broker/reader-lease.ts';
import { createMessageQueue, type MessageQueue } from '../../intake/mqtt/message-queue.ts';
import { parseRoomMessage } from '../../intake/mqtt/parse-room-message.ts';
import { createRefusalLog, type LogRefusal } from '../../intake/mqtt/refusal-log.ts';
import type { StoreOptions } from '../../intake/mqtt/store-messages.ts';
import { roomFilters } from '../../intake/mqtt/topics.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Metrics } from '../../shared/metrics.ts';
import type { Config } from '../config.ts';

export interface MqttIntakePorts {
  readonly config: Pick<Config, 'mqtt' | 'host' | 'port'>;
  readonly database: Database;
  readonly receive: ReceiveReports;
  readonly devices: DeviceAuthenticator;
  readonly equipment: Equipment;
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** For tests of several processes. By default only those on PostgreSQL share a lease, with the default times. */
  readonly leaseTimes?: LeaseTimes;
}

export interface MqttIntake {
  /** The port of the embedded broker; undefined: there is none. */
  readonly brokerPort: number | undefined;
  /** Accepts no more messages, and resolves when the accepted ones are stored or given up. */
  close(): Promise<void>;
}

type OpenQueue = (options: Pick<StoreOptions, 'onUnavailable' | 'mayStore'>) => MessageQueue;

interface Intake {
  readonly openQueue: OpenQueue;
  readonly logRefusal: LogRefusal;
}

/** Throws the error of listening at the port of the embedded broker. */
export async function startMqttIntake(ports: MqttIntakePorts): Promise<MqttIntake> {
  const { metrics, now, log } = ports;
  const { brokerUrl, port } = ports.config.mqtt;
  const count = (reason: string) => metrics.countReport('mqtt', reason === 'throttled' ? 'delayed' : 'dropped', reason);
  const logRefusal = createRefusalLog({ count, log, now });
  const intake = { openQueue: createQueueFactory(ports, logRefusal), logRefusal };
  const embedded = port === undefined ? undefined : await openEmbeddedBroker(port, ports, intake);
  const reader = brokerUrl === undefined ? undefined : openReader(brokerUrl, ports, intake);
  return {
    brokerPort: embedded?.port,
    close: async () => void (await Promise.all([embedded?.close(), reader?.close()])),
  };
}

async function openEmbeddedBroker(port: number, ports: MqttIntakePorts, intake: Intake): Promise<EmbeddedBroker> {
  const { config, database, devices } = ports;
  const { openQueue, logRefusal } = intake;
  const limits = createTokenBuckets();
  const wills = openQueue({ onUnavailable: 'retry' });
  const broker = await startEmbeddedBroker({
    host: config.host,
    port,
    callerOfKey: devices.authenticateKey,
    createSession: (caller) =>
      createDeviceSession({
        caller,
        queue: openQueue({ onUnavailable: 'reject' }),
        limits,
        logRefusal,
        onUsed: () => devices.recordUse(caller.keyId),
      }),
    canSubscribe: (caller, filter) => canSubscribe(database, caller, filter),
    findRevokedKeys: (keyIds) => findRevokedKeys(database, keyIds),
    storeWill: async (message, caller) => {
      // Without this limit a device that reconnects all the time could report more by its last wills than by messages.
      if (limits.waitMs(caller) > 0) return logRefusal('too-many-wills', { ...message, device: caller.keyName });
      limits.consume(caller, 1);
      await wills.add(message, caller);
    },
    logRefusal,
  });
  return { ...broker, close: async () => void (await Promise.all([broker.close(), wills.close()])) };
}

function openReader(url: string, ports: MqttIntakePorts, { openQueue, logRefusal }: Intake): BrokerReader {
  const { equipment, now, log } = ports;
  const lease = openLease(ports);
  return startBrokerReader({
    url,
    lease,
    filters: [...roomFilters, ...equipment.filters],
    queue: openQueue({ onUnavailable: 'retry', mayStore: lease.isHeld }),
    callerOf: (topic) => externalCaller(equipment.findByTopic(topic)?.name),
    logRefusal,
    now,
    log,
  });
}

/** SQLite belongs to one process, so only processes on PostgreSQL have to agree on a reader. */
function openLease({ config, database, leaseTimes, log }: MqttIntakePorts): ReaderLease {
  if (database.kind === 'sqlite' && leaseTimes === undefined) {
    return createPermanentLease(`room-status-${hostname()}-${config.port}`);
  }
  return startReaderLease(createLeaseTable(database), leaseTimes ?? defaultLeaseTimes, log);
}

/** An external broker decides itself who may publish, so its messages may concern every room. */
function externalCaller(connection: string | undefined): DeviceCaller {
  const name = connection === undefined ? 'mqtt' : `equipment:${connection}`;
  return { keyId: name, keyName: name, scope: { kind: 'everything' }, ratePerSecond: null };
}

function createQueueFactory(ports: MqttIntakePorts, logRefusal: LogRefusal): OpenQueue {
  const { database, receive, equipment, metrics, log } = ports;
  const ingest = createIngestItems({
    database,
    receive,
    onResult: (outcome, kind) => metrics.countReport('mqtt', outcome, kind),
  });
  return (options) =>
    createMessageQueue({
      parse: (message) => equipment.findByTopic(message.topic)?.parseMessage(message) ?? parseRoomMessage(message),
      ingest,
      isTemporary: (error) => isBackpressure(error) || database.isUnavailable(error),
      isPermanent: (error) => !database.isFailure(error),
      ...options,
      logRefusal,
      log,
    });
}

function isBackpressure(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'too-many-requests');
}
