/** Starts the small home with its MQTT intake. */
import { openTestDatabase } from '../database/test-database.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { createMetrics, type Metrics } from '../../../src/server/shared/metrics.ts';
import { createWebServer } from '../../../src/server/http/web-server.ts';
import {
  type MqttIntakePorts,
  type MqttIntake,
  startMqttIntake,
} from '../../../src/server/app/start/start-mqtt-intake.ts';
import { createDeviceAuthenticator } from '../../../src/server/intake/device-keys/device-authenticator.ts';
import { createDeviceKey } from '../../../src/server/intake/device-keys/device-keys.ts';
import { createBatteryRecord } from '../../../src/server/intake/battery/battery-record.ts';
import { createUnknownRooms } from '../../../src/server/intake/rooms/unknown-rooms.ts';
import { noEquipment } from '../../../src/server/intake/equipment/equipment.ts';
import { createReportReceiver } from '../../../src/server/rooms/reports/receive-report.ts';
import type { Scope } from '../../../src/domain/user.ts';
import { seedSmallHome, small } from '../homes/small-home.ts';
import { openTestBus } from '../database/test-bus.ts';

export interface ProcessOptions {
  readonly brokerUrl?: string;
  readonly port?: number;
  readonly overrides?: Partial<MqttIntakePorts>;
}

export type MqttHome = Awaited<ReturnType<typeof startMqttHome>>;

/** Location A1 is `harbour`, its first rooms are `room-1` and `room-2`; location B1 is `beech`, its room `room-6`. */
export async function startMqttHome() {
  const database = await openTestDatabase();
  await database.migrate();
  await seedSmallHome(database);
  await nameRooms(database);
  const log: string[] = [];
  const { log: logger } = createWebServer({ logLevel: 'trace', logTo: { write: (line) => void log.push(line) } });
  const bus = openTestBus(logger);
  const receiver = createReportReceiver({ database, bus, now: Date.now });
  const devices = createDeviceAuthenticator({ database });
  const batteries = createBatteryRecord({ database, now: Date.now, log: logger, flushIntervalMs: 1 });
  const unknownRooms = createUnknownRooms({ database, now: Date.now, log: logger, flushIntervalMs: 1 });
  const open: MqttIntake[] = [];
  const stop = async () => void (await Promise.all(open.splice(0).map((one) => one.close())));
  return {
    database,
    log,
    /** Starts the MQTT intake of a process. It reads the broker at `brokerUrl`, and has an embedded broker on `port`. */
    open: async ({ brokerUrl, port, overrides }: ProcessOptions) => {
      const metrics = createMetrics();
      const running = await startMqttIntake({
        config: { mqtt: { brokerUrl, port }, host: '127.0.0.1', port: 3001 },
        database,
        receive: receiver.receive,
        devices,
        equipment: noEquipment,
        onUnknownRoom: unknownRooms.record,
        onMeasured: batteries.record,
        metrics,
        now: Date.now,
        log: logger,
        ...overrides,
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
    /** Stops all processes and keeps the data. */
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

async function nameRooms({ query }: Database): Promise<void> {
  const aliases = [
    ['location', small.locationA1, 'harbour'],
    ['location', small.locationB1, 'beech'],
    ['stream', small.streamA1x1, 'room-1'],
    ['stream', small.streamA1x2, 'room-2'],
    ['stream', small.streamB1x1, 'room-6'],
  ] as const;
  for (const [table, uuid, alias] of aliases)
    await query.updateTable(table).set({ alias }).where('uuid', '=', uuid).execute();
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
