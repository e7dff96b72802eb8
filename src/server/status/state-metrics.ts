/** Metrics of the server's state: database, storing, bus, disk, backup, rooms, open alerts and warnings. */
import { sql } from 'kysely';
import { alertPriorities, shownAlertStates } from '../../domain/alerts/alert.ts';
import { unreachableStatusCode } from '../../domain/ingest/online.ts';
import type { Database } from '../database/database.ts';
import { parseAlerts } from '../database/open-alerts.ts';
import { readFreeBytes } from '../database/sqlite/reserve-file.ts';
import type { LabelledValue } from '../shared/metrics.ts';
import { readUnsavedSince } from './backup-queries.ts';
import { canReadDatabaseInTime } from './health.ts';
import type { StatusPorts } from './status-ports.ts';

interface StateMetricsOptions extends StatusPorts {
  readonly canStore: () => boolean;
  readonly warnings: () => readonly string[];
}

export function registerStateMetrics(options: StateMetricsOptions): void {
  const { metrics, database, bus, deviceClocks, now, version, facts } = options;
  const file = facts.databaseFile;
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    metrics.gauge({ name, help }, read);
  metrics.info({ name: 'room_status_build_info', help: 'The version; always 1' }, { version, node: process.version });
  gauge('room_status_database_up', '1: the data can be read and no damage was found', async () =>
    Number(!database.hasDamage() && (await canReadDatabaseInTime(database))),
  );
  gauge('room_status_storing_up', '1: reports can be stored', () => Number(options.canStore()));
  gauge('room_status_bus_up', '1: the bus is connected, or there is only one process', () => Number(bus.isConnected()));
  gauge('room_status_warnings', 'Warnings at /health', () => options.warnings().length);
  gauge(
    'room_status_clock_error_seconds',
    'By how much the clock is ahead of that of most rooms, if it is suspected; otherwise 0',
    () => (deviceClocks.errorMs() ?? 0) / 1_000,
  );
  gauge('room_status_rooms', 'Rooms that are not INACTIVE', () => countRooms(database));
  gauge('room_status_unreachable_rooms', 'Rooms whose device is offline', () =>
    countRooms(database, { room_status: unreachableStatusCode }),
  );
  const openAlerts = { name: 'room_status_open_alerts', help: 'Open alerts, without drills' };
  metrics.labelledGauge(openAlerts, ['priority', 'state'], () => countOpenAlerts(database));
  gauge('room_status_database_bytes', 'Size of the database', () => readSize(database));
  gauge(
    'room_status_backup_age_seconds',
    'Time since the last recorded backup; without any, since the first event of the home',
    async () => (now() - ((await readUnsavedSince(database.query)) ?? now())) / 1_000,
  );
  if (file === undefined) return;
  gauge('room_status_free_disk_bytes', 'Free space of the disk with the embedded database', () => readFreeBytes(file));
}

async function countOpenAlerts({ query }: Database): Promise<readonly LabelledValue[]> {
  const rows = await query.selectFrom('stream').select('open_alerts').where('open_alerts', 'is not', null).execute();
  const alerts = rows.flatMap((row) => parseAlerts(row.open_alerts)).filter(({ isTest }) => !isTest);
  return alertPriorities.flatMap((priority) =>
    shownAlertStates.map((state) => ({
      labels: { priority, state },
      value: alerts.filter((alert) => alert.priority === priority && alert.state === state).length,
    })),
  );
}

async function countRooms({ query }: Database, state: { readonly room_status?: number } = {}): Promise<number> {
  const active = query
    .selectFrom('stream')
    .select(({ fn }) => fn.countAll().as('total'))
    .where((where) => where.and({ status: 'ACTIVE', ...state }));
  return Number((await active.executeTakeFirstOrThrow()).total);
}

/** Reads the size of the database in bytes. The size of a SQLite database excludes the WAL. */
async function readSize({ kind, query }: Database): Promise<number> {
  const size =
    kind === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      : sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`;
  return Number((await size.execute(query)).rows[0]?.bytes);
}
