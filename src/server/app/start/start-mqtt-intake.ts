/**
 * Starts the intake by MQTT: the reader of an external broker, the embedded broker, or both. Loads only those that are
 * used.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { DeviceCaller } from '../../http/api-server.ts';
import type { DeviceAuthenticator } from '../../devices/keys/device-authenticator.ts';
import type { Equipment } from '../../equipment/equipment.ts';
import type { Intake } from '../../intake/intake.ts';
import type { ExternalBroker } from '../../equipment/broker-address.ts';
import type { BrokerReader } from '../../intake/mqtt/external-broker/broker-reader.ts';
import type { LeaseTimes } from '../../intake/mqtt/external-broker/broker-lease.ts';
import { openBrokerLease } from '../../intake/mqtt/external-broker/open-broker-lease.ts';
import type { Message } from '../../messages/message.ts';
import { createMessageQueue, type MessageQueue, type QueueOptions } from '../../intake/mqtt/message-queue.ts';
import { isPublishedTopic } from '../../messages/published-topics.ts';
import { parseRoomMessage } from '../../messages/parse-room-message.ts';
import { createRefusalLog, type LogRefusal } from '../../intake/mqtt/refusal-log.ts';
import { roomTopicFilters } from '../../messages/topics.ts';
import type { UnknownRoomCollector } from '../../devices/rooms/unknown-rooms.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Metrics } from '../../shared/metrics.ts';
import type { Config } from '../config.ts';

export interface MqttIntakePorts {
  readonly config: { readonly host: string; readonly mqtt: Pick<Config['mqtt'], 'port'> };
  readonly database: Database;
  readonly intake: Pick<Intake, 'ingest'>;
  readonly devices: DeviceAuthenticator;
  readonly equipment: Equipment;
  /** Called for each message of the embedded broker. */
  readonly onMessage?: (message: Message) => void;
  readonly metrics: Metrics;
  readonly unknownRooms: Pick<UnknownRoomCollector, 'record'>;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** For tests: the times of the lease. By default only processes on PostgreSQL share a lease. */
  readonly leaseTimes?: LeaseTimes;
}

export type MqttIntake = Awaited<ReturnType<typeof startMqttIntake>>;

type OpenQueue = (
  options: Pick<QueueOptions, 'onUnavailable' | 'mayStore'> & { readonly onMessage?: MqttIntakePorts['onMessage'] },
) => MessageQueue;

/** Starts the intake by MQTT. Throws the error of listening at the port of the embedded broker. */
export async function startMqttIntake(ports: MqttIntakePorts) {
  const { config, database, devices, metrics, now, log } = ports;
  const { port } = config.mqtt;
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
  const reader = createReaderSlot(ports, (broker) => openReader(broker, ports, openQueue, logRefusal));
  await reader.replace();
  return {
    /** Stops accepting messages. Resolves when each accepted message is stored or was given up after its retries. */
    close: async () => void (await Promise.all([embedded?.close(), reader.close()])),
    /** Whether this process reads the external broker now. */
    isBrokerRead: reader.isConnected,
  };
}

const mqttConnectedMetric = {
  name: 'room_status_mqtt_connected',
  help: '1: this process reads the external broker. Only one process does',
};

/** Holds the reader of the broker in effect, and replaces it when an administrator sets another broker. */
function createReaderSlot(
  { equipment, metrics, log }: MqttIntakePorts,
  open: (broker: ExternalBroker) => Promise<BrokerReader>,
) {
  let reader: BrokerReader | undefined;
  let isClosed = false;
  let lastTurn: Promise<void> = Promise.resolve();
  const isConnected = () => reader?.isConnected() === true;

  async function openCurrent(): Promise<void> {
    await reader?.close();
    reader = undefined;
    const broker = equipment.broker();
    if (broker !== undefined && !isClosed) reader = await open(broker);
  }

  function replace(): Promise<void> {
    lastTurn = lastTurn.then(openCurrent).catch((error: unknown) => {
      log.error({ err: error }, 'the MQTT broker cannot be read');
    });
    return lastTurn;
  }

  equipment.onBrokerReplaced(() => void replace());
  equipment.onReplaced((filters) => reader?.refresh(filters));
  // Without a broker the metric is NaN, so that no alert rule of Prometheus fires.
  metrics.gauge(mqttConnectedMetric, () => (equipment.broker() === undefined ? Number.NaN : Number(isConnected())));
  return {
    replace,
    isConnected,
    close: (): Promise<void> => {
      isClosed = true;
      return replace();
    },
  };
}

async function openReader(
  broker: ExternalBroker,
  ports: MqttIntakePorts,
  openQueue: OpenQueue,
  logRefusal: LogRefusal,
): Promise<BrokerReader> {
  const { startBrokerReader } = await import('../../intake/mqtt/external-broker/broker-reader.ts');
  const { equipment, now, log } = ports;
  const lease = openBrokerLease(ports, 'read');
  return startBrokerReader({
    broker,
    lease,
    filters: () => [...roomTopicFilters, ...equipment.filters()],
    queue: openQueue({ onUnavailable: 'retry', mayStore: lease.isHeld }),
    callerOf: (topic) => externalCaller(equipment.findByTopic(topic)?.name),
    logRefusal,
    now,
    log,
  });
}

/** The sender of messages of an external broker. They may concern every room: the broker decides who may publish. */
function externalCaller(connection: string | undefined): DeviceCaller {
  const name = connection === undefined ? 'mqtt' : `equipment:${connection}`;
  return { keyId: name, keyName: name, scope: { kind: 'everything' }, ratePerSecond: null };
}

function createQueueFactory(ports: MqttIntakePorts, logRefusal: LogRefusal): OpenQueue {
  const { database, intake, equipment, unknownRooms, log } = ports;
  return ({ onMessage, ...options }) =>
    createMessageQueue({
      parse: (message) => {
        onMessage?.(message);
        // The topic of a connection may include those to which this server publishes.
        if (isPublishedTopic(message.topic)) return 'not-in-preset';
        const connection = equipment.findByTopic(message.topic);
        if (connection === undefined) return parseRoomMessage(message);
        equipment.received(connection.name);
        return connection.parseMessage(message);
      },
      intake,
      isPermanent: (error) => !isBackpressure(error) && !database.isFailure(error),
      ...options,
      onUnknownDevice: (device, caller) => unknownRooms.record(device, caller, 'mqtt'),
      logRefusal,
      log,
    });
}

function isBackpressure(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'too-many-requests');
}
