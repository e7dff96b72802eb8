/** What a home asks of a server: how often each kind of work happens, and its measured cost. See docs/capacity.md. */
import { type BenchName, benchNames, type Figure, readResults } from '../bench/measure/figures.ts';

/** One kind of work. Costs in microseconds of processor time; `database` is that of PostgreSQL. */
export interface Work {
  readonly name: string;
  readonly perRoomSecond: number;
  readonly sqlite: number;
  readonly postgres: number;
  readonly database: number;
}

/** What is assumed of a home; docs/capacity.md gives the reasons. */
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
  /** On the disk, with all indexes. */
  bytesPerReport: { sqlite: 316, postgres: 478 },
} as const;

export type AllFigures = ReadonlyMap<BenchName, readonly Figure[]>;

export async function readAllFigures(): Promise<AllFigures> {
  return new Map(await Promise.all(benchNames.map(async (name) => [name, (await readResults(name)).figures] as const)));
}

/** Every kind of work, in the order of the table. Throws when a figure was not measured. */
export function workOf(figures: AllFigures): readonly Work[] {
  const { reportsPerRoomHour, roomsPerWard, viewersPerWard, heartbeatSeconds, roomsPerGateway } = assumptions;
  const { tokenSeconds, renewBeforeSeconds } = assumptions;
  const reports = reportsPerRoomHour / 3600;
  const viewers = viewersPerWard / roomsPerWard;
  const costs = (bench: BenchName, measure: string, way?: string) => ({
    sqlite: valueOf(figures, bench, { subject: 'Room Status, SQLite', way, measure }),
    postgres: valueOf(figures, bench, { subject: 'Room Status, PostgreSQL + NATS', way, measure }),
    database: valueOf(figures, bench, { subject: undefined, way, measure: `database ${measure}` }),
  });
  const delivery = valueOf(figures, 'fan-out', { way: 'reports in lists', measure: 'CPU a delivery' });
  const report = costs('intake', 'CPU each', 'HTTP, one by one, 1 connection');
  const work = (name: string, perRoomSecond: number, cost: Omit<Work, 'name' | 'perRoomSecond'>): Work => ({
    name,
    perRoomSecond,
    ...cost,
  });
  return [
    work('report stored', reports, report),
    work('heartbeat call of a gateway', 1 / heartbeatSeconds / roomsPerGateway, report),
    work('heartbeat of a room in that call', 1 / heartbeatSeconds, costs('intake', 'CPU each', heartbeatLists)),
    work('update delivered to a viewer', reports * viewersPerWard, {
      sqlite: delivery,
      postgres: delivery,
      database: 0,
    }),
    work('viewer connected, each second', viewers, costs('viewers', 'CPU a viewer and second')),
    work('ward reconciled, each second', 1 / roomsPerWard, costs('viewers', 'CPU a watched ward and second')),
    work('watchdog over 1000 rooms, each second', 1 / 1000, costs('viewers', idle)),
    work('viewer connects: event stream', viewers / tokenSeconds, costs('viewers', 'CPU a connection')),
    work('viewer connects: list of the ward', viewers / tokenSeconds, costs('viewers', 'CPU a list of a ward')),
    work(
      'access token renewed',
      viewers / (tokenSeconds - renewBeforeSeconds),
      costs('viewers', 'CPU a renewed token'),
    ),
  ];
}

const heartbeatLists = 'heartbeats, lists of 100, 2 connections';
const idle = 'CPU a 1000 rooms and second, nobody watching';

/** The first figure that matches; properties that are undefined match anything. Throws when there is none. */
function valueOf(
  all: AllFigures,
  bench: BenchName,
  wanted: { readonly [key in 'subject' | 'way' | 'measure']?: string | undefined },
): number {
  const matches = (figure: Figure) =>
    figure.subject === (wanted.subject ?? figure.subject) &&
    figure.way === (wanted.way ?? figure.way) &&
    figure.measure === (wanted.measure ?? figure.measure);
  const found = all.get(bench)?.find(matches);
  if (found !== undefined) return found.value;
  const words = Object.values(wanted).filter((word) => word !== undefined);
  throw new Error(
    `lab/bench/results/${bench}.json has no figure for: ${words.join(', ')}. Run: npm run bench -- --only ${bench}`,
  );
}
