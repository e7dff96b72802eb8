/** Starts the intake by MQTT: the reader of an external broker, the embedded broker, or both. Loads only what is used. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import type { RecordBattery } from '../../intake/battery/battery-record.ts';
import type { DeviceAuthenticator } from '../../intake/device-keys/device-authenticator.ts';
import type { Equipment } from '../../intake/equipment/equipment.ts';
import { createIngestItems, type ReceiveReports } from '../../intake/ingest-items.ts';
import { createLeaseTable } from '../../intake/mqtt/external-broker/lease-table.ts';
import {
  createPermanentLease,
  defaultLeaseTimes,
  type LeaseTimes,
  type ReaderLease,
  startReaderLease,
} from '../../intake/mqtt/external-broker/reader-lease.ts';
import type { Message } from '../../intake/mqtt/message.ts';
import { createMessageQueue, type MessageQueue, type QueueOptions } from '../../intake/mqtt/message-queue.ts';
import { parseRoomMessage } from '../../intake/mqtt/parse-room-message.ts';
import { createRefusalLog, type LogRefusal } from '../../intake/mqtt/refusal-log.ts';
import { roomFilters } from '../../intake/mqtt/topics.ts';
import { createRoomLookup } from '../../intake/rooms/room-lookup.ts';
import type { RecordUnknownRoom } from '../../intake/rooms/unknown-rooms.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Metrics } from '../../shared/metrics.ts';
import type { Config } from '../config.ts';

export interface MqttIntakePorts {
  readonly config: Pick<Config, 'mqtt' | 'host' | 'port'>;
  readonly database: Database;
  readonly receive: ReceiveReports;
  readonly devices: DeviceAuthenticator;
  readonly equipment: Equipment;
  /** Called for each message of the embedded broker. */
  readonly onMessage?: (message: Message) => void;
  readonly metrics: Metrics;
  readonly onUnknownRoom: RecordUnknownRoom;
  readonly onMeasured: RecordBattery;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** For tests: the times of the lease. By default only processes on PostgreSQL share a lease. */
  readonly leaseTimes?: LeaseTimes;
}

export type MqttIntake = Awaited<ReturnType<typeof startMqttIntake>>;

type OpenQueue = (
  options: Pick<QueueOptions, 'onUnavailable' | 'mayStore'> & { readonly onMessage?: MqttIntakePorts['onMessage'] },
) => MessageQueue;

/** Throws the error of listening at the port of the embedded broker. */
export async function startMqttIntake(ports: MqttIntakePorts) {
  const { config, database, devices, metrics, now, log } = ports;
  const { brokerUrl, port } = config.mqtt;
  const count = (reason: string) => metrics.countReport('mqtt', reason === 'throttled' ? 'delayed' : 'dropped', reason);
  const logRefusal = createRefusalLog({ count, log, now });
  const openQueue = createQueueFactory(ports, logRefusal);
  const openEmbedded = async (brokerPort: number) => {
    const { startEmbeddedBroker } = await import('../../intake/mqtt/embedded-broker/embedded-broker.ts');
    const embeddedQueue: OpenQueue = (options) => openQueue({ ...options, onMessage: ports.onMessage });
    return startEmbeddedBroker({
      host: config.host,
      port: brokerPort,
      database,
      devices,
      openQueue: embeddedQueue,
      logRefusal,
    });
  };
  const embedded = port === undefined ? undefined : await openEmbedded(port);
  const reader = brokerUrl === undefined ? undefined : await openReader(brokerUrl, ports, openQueue, logRefusal);
  return {
    /** Accepts no more messages. Resolves when each accepted message is stored or given up. */
    close: async () => void (await Promise.all([embedded?.close(), reader?.close()])),
    /** Whether this process reads the external broker now. */
    isBrokerRead: () => reader?.isConnected() === true,
  };
}

const mqttConnectedMetric = {
  name: 'room_status_mqtt_connected',
  help: '1: this process reads the broker of MQTT_URL. Only one process does',
};

async function openReader(url: string, ports: MqttIntakePorts, openQueue: OpenQueue, logRefusal: LogRefusal) {
  const { startBrokerReader } = await import('../../intake/mqtt/external-broker/broker-reader.ts');
  const { equipment, metrics, now, log } = ports;
  const lease = openLease(ports);
  const reader = startBrokerReader({
    url,
    lease,
    filters: () => [...roomFilters, ...equipment.filters()],
    queue: openQueue({ onUnavailable: 'retry', mayStore: lease.isHeld }),
    callerOf: (topic) => externalCaller(equipment.findByTopic(topic)?.name),
    logRefusal,
    now,
    log,
  });
  equipment.onReplaced(reader.refresh);
  metrics.gauge(mqttConnectedMetric, () => Number(reader.isConnected()));
  return reader;
}

/** SQLite belongs to one process, so only processes on PostgreSQL have to agree on a reader. */
function openLease({ database, leaseTimes, log }: MqttIntakePorts): ReaderLease {
  const table = createLeaseTable(database);
  if (database.kind === 'sqlite' && leaseTimes === undefined) return createPermanentLease(table, log);
  return startReaderLease(table, leaseTimes ?? defaultLeaseTimes, log);
}

/** An external broker decides itself who may publish, so its messages may concern every room. */
function externalCaller(connection: string | undefined): DeviceCaller {
  const name = connection === undefined ? 'mqtt' : `equipment:${connection}`;
  return { keyId: name, keyName: name, scope: { kind: 'everything' }, ratePerSecond: null };
}

function createQueueFactory(ports: MqttIntakePorts, logRefusal: LogRefusal): OpenQueue {
  const { database, receive, equipment, metrics, onUnknownRoom, onMeasured, log } = ports;
  const ingest = createIngestItems({
    database,
    lookUpRooms: createRoomLookup(database),
    receive,
    onResult: (outcome, kind) => metrics.countReport('mqtt', outcome, kind),
    onUnknownRoom: (item, caller) => onUnknownRoom(item, caller, 'mqtt'),
    onMeasured,
  });
  return ({ onMessage, ...options }) =>
    createMessageQueue({
      parse: (message) => {
        onMessage?.(message);
        const connection = equipment.findByTopic(message.topic);
        if (connection === undefined) return parseRoomMessage(message);
        equipment.received(connection.name);
        return connection.parseMessage(message);
      },
      ingest,
      isPermanent: (error) => !isBackpressure(error) && !database.isFailure(error),
      ...options,
      onUnknownDevice: (device, caller) => onUnknownRoom(device, caller, 'mqtt'),
      logRefusal,
      log,
    });
}

function isBackpressure(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'too-many-requests');
}
