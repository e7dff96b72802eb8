/** Starts the small home with its MQTT intake. */
import { openSmallHome } from '../database/test-database.ts';
import { createMetrics, type Metrics } from '../../../src/server/shared/metrics.ts';
import { createWebServer } from '../../../src/server/http/web-server.ts';
import {
  type MqttIntake,
  type MqttIntakePorts,
  startMqttIntake,
} from '../../../src/server/app/start/start-mqtt-intake.ts';
import { createDeviceAuthenticator } from '../../../src/server/devices/keys/device-authenticator.ts';
import { createDeviceKey } from '../../../src/server/devices/keys/device-keys.ts';
import { createBatteryRecord } from '../../../src/server/devices/battery/battery-record.ts';
import { createUnknownRoomCollector } from '../../../src/server/devices/rooms/unknown-rooms.ts';
import { createEquipment } from '../../../src/server/equipment/equipment.ts';
import { Intake } from '../../../src/server/intake/intake.ts';
import type { ReportReceiver } from '../../../src/server/intake/reports/receive-reports.ts';
import { createTestReceiver } from '../reports/test-receiver.ts';
import type { Scope } from '../../../src/domain/user.ts';
import { nameRooms } from '../homes/small-home.ts';
import type { Bus, BusLog } from '../../../src/server/bus/bus.ts';
import { createMemoryBus } from '../../../src/server/bus/bus-memory.ts';
import { createNatsBus } from '../../../src/server/bus/bus-nats.ts';

export interface ProcessOptions {
  readonly brokerUrl?: string;
  readonly port?: number;
  readonly overrides?: Partial<MqttIntakePorts> & { readonly receive?: ReportReceiver['receive'] };
}

export type MqttHome = Awaited<ReturnType<typeof startMqttHome>>;

/** Starts the small home. The rooms have the aliases that `nameRooms` gives. */
export async function startMqttHome() {
  const database = await openSmallHome();
  await nameRooms(database);
  const log: string[] = [];
  const { log: logger } = createWebServer({ logLevel: 'trace', logTo: { write: (line) => void log.push(line) } });
  const bus = openTestBus(logger);
  const receiver = createTestReceiver(database, { bus });
  const devices = createDeviceAuthenticator({ database });
  const batteries = createBatteryRecord({ database, now: Date.now, log: logger, flushIntervalMs: 1 });
  const unknownRooms = createUnknownRoomCollector({ database, now: Date.now, log: logger, flushIntervalMs: 1 });
  const open: MqttIntake[] = [];
  const stop = async () => void (await Promise.all(open.splice(0).map((one) => one.close())));
  return {
    database,
    log,
    /** Starts the MQTT intake of a server process: it reads `brokerUrl`, and has an embedded broker on `port`. */
    open: async ({ brokerUrl, port, overrides: { receive, ...overrides } = {} }: ProcessOptions) => {
      const metrics = createMetrics();
      const storing = receive === undefined ? receiver : { receive };
      const equipment = overrides?.equipment ?? createEquipment([]);
      equipment.setBroker(brokerUrl === undefined ? undefined : { url: brokerUrl });
      const running = await startMqttIntake({
        config: { mqtt: { port }, host: '127.0.0.1' },
        database,
        intake: new Intake({ database, receiver: storing, unknownRooms, batteries, metrics }),
        devices,
        unknownRooms,
        metrics,
        now: Date.now,
        log: logger,
        ...overrides,
        equipment,
      });
      open.push(running);
      return { ...running, metrics };
    },
    key: (scope: Scope) => createDeviceKey(database, { name: 'device', scope, now: Date.now() }),
    statusOf: async (stream: string) => {
      const row = database.query.selectFrom('stream').select('room_status').where('uuid', '=', stream);
      return (await row.executeTakeFirstOrThrow()).room_status;
    },
    reports: () =>
      database.query
        .selectFrom('report')
        .select(['status', 'stream_uuid as stream', 'device_key_id as by', 'notification'])
        .orderBy('sequence')
        .execute(),
    /** Stops all server processes and keeps the data. */
    stop,
    close: async () => {
      await stop();
      await receiver.drained();
      await unknownRooms.close();
      await batteries.close();
      await bus.close();
      await database.close();
    },
  };
}

/** Returns how many reports the metric counts for an outcome and a reason. */
export async function counted(metrics: Metrics, outcome: string, reason = 'none'): Promise<number> {
  const metric = await metrics.registry.getSingleMetric('room_status_reports_total')?.get();
  const labels = { way: 'mqtt', outcome, reason };
  const found = metric?.values.find((one) =>
    Object.entries(labels).every(([name, value]) => one.labels[name] === value),
  );
  return found?.value ?? 0;
}

function openTestBus(log: BusLog): Bus {
  const url = process.env['TEST_NATS_URL'];
  return url === undefined ? createMemoryBus(log) : createNatsBus({ urls: [url], log });
}
