/** Metrics of the server's state: database, storing, bus, rooms, unreachable rooms, open alerts and warnings. */
import type { Bus } from '../../bus/bus.ts';
import type { Database } from '../../database/database.ts';
import { unreachableStatus } from '../../../domain/ingest/online.ts';
import { alertPriorities, shownOpenStates } from '../../../domain/alerts/alert.ts';
import { parseAlerts } from '../../database/open-alerts.ts';
import type { LabelledValue, Metrics } from '../../shared/metrics.ts';
import { canReadInTime } from './health.ts';

interface StateMetricsOptions {
  readonly metrics: Pick<Metrics, 'gauge' | 'info' | 'labelledGauge'>;
  readonly database: Database;
  readonly bus: Pick<Bus, 'isConnected'>;
  readonly canStore: () => boolean;
  readonly warnings: () => readonly string[];
  /** By how much the clocks of devices say that the server's clock is ahead. Null: it is not suspected. */
  readonly clockErrorMs: () => number | null;
  readonly version: string;
}

export function registerStateMetrics(options: StateMetricsOptions): void {
  const { metrics, database, bus, canStore, warnings, clockErrorMs, version } = options;
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    metrics.gauge({ name, help }, read);
  metrics.info({ name: 'room_status_build_info', help: 'The version; always 1' }, { version, node: process.version });
  gauge('room_status_database_up', '1: the data can be read and no damage was found', async () =>
    Number(!database.hasDamage() && (await canReadInTime(database))),
  );
  gauge('room_status_storing_up', '1: reports can be stored', () => Number(canStore()));
  gauge('room_status_bus_up', '1: the bus is connected, or there is only one process', () => Number(bus.isConnected()));
  gauge('room_status_warnings', 'Warnings at /health', () => warnings().length);
  gauge(
    'room_status_clock_error_seconds',
    'By how much the clock is ahead of that of most rooms, if it is suspected; otherwise 0',
    () => (clockErrorMs() ?? 0) / 1_000,
  );
  gauge('room_status_rooms', 'Rooms that are not INACTIVE', () => countRooms(database));
  gauge('room_status_unreachable_rooms', 'Rooms whose device is offline', () =>
    countRooms(database, unreachableStatus),
  );
  const openAlerts = { name: 'room_status_open_alerts', help: 'Open alerts, without drills' };
  metrics.labelledGauge(openAlerts, ['priority', 'state'], () => countOpenAlerts(database));
}

async function countOpenAlerts({ query }: Database): Promise<readonly LabelledValue[]> {
  const rows = await query.selectFrom('stream').select('open_alerts').where('open_alerts', 'is not', null).execute();
  const alerts = rows.flatMap((row) => parseAlerts(row.open_alerts)).filter(({ isTest }) => !isTest);
  return alertPriorities.flatMap((priority) =>
    shownOpenStates.map((state) => ({
      labels: { priority, state },
      value: alerts.filter((alert) => alert.priority === priority && alert.state === state).length,
    })),
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
