/** Opens the ways in for equipment that speaks MQTT: a broker of others, one of our own, or both. */
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { DeviceCaller } from '../http/api-server.ts';
import { AppError } from '../shared/app-error.ts';
import type { Metrics } from '../shared/metrics.ts';
import type { DeviceAuthenticator } from '../intake/device-keys/device-authenticator.ts';
import type { Equipment } from '../intake/equipment/equipment.ts';
import { createRefusalLog } from '../intake/mqtt/refusal-log.ts';
import { createDeviceSession, maySubscribe, revokedKeys } from '../intake/mqtt/embedded-broker/device-session.ts';
import { createMessageQueue, type MessageQueue, type QueueOptions } from '../intake/mqtt/message-queue.ts';
import { startMqttBroker } from '../intake/mqtt/embedded-broker/embedded-broker.ts';
import { startMqttClient } from '../intake/mqtt/external-broker/broker-reader.ts';
import { parseRoomMessage } from '../intake/mqtt/parse-room-message.ts';
import { asWaited } from '../intake/mqtt/sharing/as-waited.ts';
import { shareBroker, type SharingTimes, usualSharingTimes } from '../intake/mqtt/sharing/share-broker.ts';
import type { Sharing } from '../intake/mqtt/sharing/sharing.ts';
import { roomFilters } from '../intake/mqtt/topics.ts';
import { createTokenBuckets } from '../intake/limits/token-bucket.ts';
import { createIngestItems, type ReceiveReports } from '../intake/ingest-items.ts';
import type { Config } from './config.ts';

export interface EquipmentPorts {
  readonly config: Pick<Config, 'mqtt' | 'host' | 'port' | 'natsUrls'>;
  readonly database: Database;
  readonly receive: ReceiveReports;
  readonly devices: DeviceAuthenticator;
  readonly equipment: Equipment;
  readonly metrics: Metrics;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** For tests: how long else than usual a process may be silent. */
  readonly sharingTimes?: SharingTimes;
}

export interface RunningEquipment {
  /** Where the embedded broker listens; undefined: there is none. */
  readonly brokerPort: number | undefined;
  /** Takes nothing more, and finishes what was taken. */
  close(): Promise<void>;
}

/**
 * How long a broker keeps what came while a process was away. One that is alone may be away for a night. Of many the
 * others take over what waits for it; all of them may be away so long, as in a move to other machines. It is no longer
 * since Mosquitto gives an absent one its share as long as that lasts, even if nobody is left who knows of it.
 */
const sessionSeconds = { ofOne: 24 * 3_600, ofMany: 600 };

/** Throws what listening at the port of the embedded broker throws. */
export async function startEquipment(ports: EquipmentPorts): Promise<RunningEquipment> {
  const { config, database, devices, metrics, now, log } = ports;
  const count = (reason: string) => metrics.countReport('mqtt', reason === 'throttled' ? 'delayed' : 'dropped', reason);
  const logRefusal = createRefusalLog({ count, log, now });
  const openQueue = queueOpener(ports, logRefusal);
  const open: { close(): Promise<void> }[] = [];

  async function close(): Promise<void> {
    await Promise.all(open.map((one) => one.close()));
  }

  const { brokerUrl, port } = config.mqtt;
  let brokerPort: number | undefined;
  if (port !== undefined) {
    const limits = createTokenBuckets();
    const wills = openQueue({ isPatient: true });
    const broker = await startMqttBroker({
      host: config.host,
      port,
      callerOfKey: devices.authenticateKey,
      openSession: (caller) =>
        createDeviceSession({
          caller,
          queue: openQueue({ isPatient: false }),
          limits,
          logRefusal,
          onUsed: () => devices.recordUse(caller.keyId),
        }),
      maySubscribe: (caller, filter) => maySubscribe(database, caller, filter),
      revokedKeys: (keyIds) => revokedKeys(database, keyIds),
      storeWill: async (message, caller) => {
        // A device that comes and goes all the time is heard no more often by its wills than by its reports.
        if (limits.waitMs(caller) > 0) return logRefusal('too-many-wills', { ...message, device: caller.keyName });
        limits.consume(caller, 1);
        await wills.add(message, caller);
      },
      logRefusal,
    });
    brokerPort = broker.port;
    open.push(broker, wills);
  }
  if (brokerUrl !== undefined) {
    const { equipment } = ports;
    const hasOthers = config.natsUrls.length > 0;
    const sessionExpirySeconds = hasOthers ? sessionSeconds.ofMany : sessionSeconds.ofOne;
    const common = {
      broker: { url: brokerUrl, clientId: `room-status-${hostname()}-${config.port}`, sessionExpirySeconds },
      filters: [...roomFilters, ...equipment.filters],
      queue: openQueue({ isPatient: true, beforeStoring: async () => sharing?.makeSure() }),
      callerOf: (topic: string) => callerOf(equipment.connectionOf(topic)),
      now,
      log,
    };
    const times = ports.sharingTimes ?? usualSharingTimes;
    const sharing: Sharing | undefined = hasOthers ? shareBroker({ ...common, database, times }) : undefined;
    open.push(startMqttClient({ ...common, sharing, logRefusal }));
  }
  return { brokerPort, close };
}

/** Whoever may publish at a broker of others is for that broker to say. */
function callerOf(connection: string | undefined): DeviceCaller {
  const name = connection === undefined ? 'mqtt' : `equipment:${connection}`;
  return { keyId: name, keyName: name, scope: { kind: 'everything' }, ratePerSecond: null };
}

function queueOpener(ports: EquipmentPorts, logRefusal: ReturnType<typeof createRefusalLog>) {
  const { database, receive, equipment, metrics, log } = ports;
  const take = createIngestItems({
    database,
    receive,
    onResult: (outcome, kind) => metrics.countReport('mqtt', outcome, kind),
  });
  return (how: Pick<QueueOptions, 'isPatient' | 'beforeStoring'>): MessageQueue =>
    createMessageQueue({
      read: (message) => asWaited(equipment.parseMessage(message) ?? parseRoomMessage(message), message),
      take,
      isPassing: (error) => isPassing(error) || database.isUnavailable(error),
      isHopeless: (error) => !database.isFailure(error),
      ...how,
      logRefusal,
      log,
    });
}

function isPassing(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unavailable' || error.code === 'too-many-requests');
}
