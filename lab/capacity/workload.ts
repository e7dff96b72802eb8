/** The work of a server for a home: how often each kind of work happens, and its measured cost. */
import { type BenchName, benchNames, type Figure, readResults } from '../bench/measure/figures.ts';

/** Microseconds of processor time: of the server on SQLite, of the server on PostgreSQL, and of PostgreSQL itself. */
export interface Costs {
  readonly sqlite: number;
  readonly postgres: number;
  readonly database: number;
}

/** A kind of work, such as storing a report. */
export interface Work extends Costs {
  readonly name: string;
  readonly perRoomSecond: number;
}

/** The assumed size and activity of a home. docs/capacity.md gives the reasons. */
export const assumptions = {
  reportsPerRoomHour: 16.8,
  reportsPerRoomDay: 175,
  roomsPerWard: 35,
  viewersPerWard: 4,
  heartbeatSeconds: 30,
  roomsPerGateway: 70,
  tokenSeconds: 600,
  renewBeforeSeconds: 60,
  retentionDays: 90,
  /** Disk space of a report with all indexes. */
  bytesPerReport: { sqlite: 316, postgres: 478 },
} as const;

export type AllFigures = ReadonlyMap<BenchName, readonly Figure[]>;

export async function readAllFigures(): Promise<AllFigures> {
  return new Map(await Promise.all(benchNames.map(async (name) => [name, (await readResults(name)).figures] as const)));
}

/** All kinds of work, in the order of the table. Throws when a figure is missing in the results. */
export function workOf(figures: AllFigures): readonly Work[] {
  const { reportsPerRoomHour, roomsPerWard, viewersPerWard, heartbeatSeconds, roomsPerGateway } = assumptions;
  const { tokenSeconds, renewBeforeSeconds } = assumptions;
  const reports = reportsPerRoomHour / 3600;
  const viewers = viewersPerWard / roomsPerWard;
  const heartbeats = 1 / heartbeatSeconds;
  const connects = viewers / tokenSeconds;
  const renewals = viewers / (tokenSeconds - renewBeforeSeconds);

  const costs = (bench: BenchName, way: string, measure: string): Costs => ({
    sqlite: valueOf(figures, bench, ['Room Status, SQLite', way, measure]),
    postgres: valueOf(figures, bench, ['Room Status, PostgreSQL + NATS', way, measure]),
    database: valueOf(figures, bench, ['Room Status, PostgreSQL + NATS', way, `database ${measure}`]),
  });
  const viewerCosts = (measure: string) => costs('viewers', 'open boards', `CPU of ${measure}`);
  const report = costs('intake', 'HTTP, one by one, 1 connection', 'CPU each');
  const heartbeat = costs('intake', 'heartbeats, lists of 100, 2 connections', 'CPU each');
  const deliveryKey = ['Room Status, SQLite', 'one call for each report', 'CPU of a delivery'] as const;
  const delivery = valueOf(figures, 'fan-out', deliveryKey);
  const update = { sqlite: delivery, postgres: delivery, database: 0 };
  const watchdog = viewerCosts('1000 rooms without viewers, each second');

  const work = (name: string, perRoomSecond: number, cost: Costs): Work => ({ name, perRoomSecond, ...cost });
  return [
    work('report stored', reports, report),
    work('heartbeat call of a gateway', heartbeats / roomsPerGateway, report),
    work('heartbeat of a room in that call', heartbeats, heartbeat),
    work('update delivered to a viewer', reports * viewersPerWard, update),
    work('viewer connected, each second', viewers, viewerCosts('a viewer, each second')),
    work('ward reconciled, each second', 1 / roomsPerWard, viewerCosts('a ward with viewers, each second')),
    work('watchdog over 1000 rooms, each second', 1 / 1000, watchdog),
    work('viewer connects: event stream', connects, viewerCosts('a new event stream')),
    work('viewer connects: list of the ward', connects, viewerCosts('a list of a ward')),
    work('access token renewed', renewals, viewerCosts('a renewed token')),
  ];
}

/** Throws when the figure is missing in the results. */
function valueOf(
  all: AllFigures,
  bench: BenchName,
  key: readonly [subject: string, way: string, measure: string],
): number {
  const found = all.get(bench)?.find(({ subject, way, measure }) => [subject, way, measure].join() === key.join());
  if (found !== undefined) return found.value;
  throw new Error(
    `lab/bench/results/${bench}.json has no figure for: ${key.join(', ')}. Run: npm run bench -- --only ${bench}`,
  );
}
