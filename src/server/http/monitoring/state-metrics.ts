/** Metrics of the server's state: database, storing, bus, rooms, unreachable rooms and warnings. */
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { unreachableStatus } from '../../../domain/ingest/online.ts';
import type { Metrics } from '../../shared/metrics.ts';
import { canReadInTime } from './health.ts';

interface StateMetricsOptions {
  readonly metrics: Pick<Metrics, 'gauge' | 'info'>;
  readonly database: Database;
  readonly bus: Pick<Bus, 'isConnected'>;
  readonly canStore: () => boolean;
  readonly warnings: () => readonly string[];
  readonly version: string;
}

export function registerStateMetrics(options: StateMetricsOptions): void {
  const { metrics, database, bus, canStore, warnings, version } = options;
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    metrics.gauge({ name, help }, read);
  metrics.info({ name: 'room_status_build_info', help: 'The version; always 1' }, { version, node: process.version });
  gauge('room_status_database_up', '1: the data can be read and no damage was found', async () =>
    Number(!database.hasDamage() && (await canReadInTime(database))),
  );
  gauge('room_status_storing_up', '1: reports can be stored', () => Number(canStore()));
  gauge('room_status_bus_up', '1: the bus is connected, or there is only one process', () => Number(bus.isConnected()));
  gauge('room_status_warnings', 'Warnings at /health', () => warnings().length);
  gauge('room_status_rooms', 'Rooms that are not INACTIVE', () => countRooms(database));
  gauge('room_status_unreachable_rooms', 'Rooms whose device is offline', () =>
    countRooms(database, unreachableStatus),
  );
}

async function countRooms({ query }: Database, roomStatus?: number): Promise<number> {
  const active = query
    .selectFrom('stream')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('status', '=', 'ACTIVE');
  const rooms = roomStatus === undefined ? active : active.where('room_status', '=', roomStatus);
  return Number((await rooms.executeTakeFirstOrThrow()).total);
}
