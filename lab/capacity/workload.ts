/** The work of a server for a home: how often each kind of work happens, and its measured cost. */
import { costName, costParts } from '../bench/measure/costs.ts';
import { readAllResults } from '../bench/results.ts';
import { medianOf, ours, type Row, valuesOf } from '../bench/row.ts';

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
} as const;

/** Medians of our values, by the name of the row. */
export type Figures = ReadonlyMap<string, number>;

export async function readFigures(): Promise<Figures> {
  const rows = (await readAllResults()).flatMap((results) => results.rows);
  return new Map(rows.map((row: Row) => [row.name, medianOf(valuesOf(row, ours))]));
}

/** All kinds of work, in the order of the table. Throws when a figure is missing in the results. */
export function workOf(figures: Figures): readonly Work[] {
  const { reportsPerRoomHour, roomsPerWard, viewersPerWard, heartbeatSeconds, roomsPerGateway } = assumptions;
  const { tokenSeconds, renewBeforeSeconds } = assumptions;
  const reports = reportsPerRoomHour / 3600;
  const viewers = viewersPerWard / roomsPerWard;
  const heartbeats = 1 / heartbeatSeconds;
  const connects = viewers / tokenSeconds;
  const renewals = viewers / (tokenSeconds - renewBeforeSeconds);

  const costs = (work: string): Costs => {
    const [sqlite = 0, postgres = 0, database = 0] = costParts.map((part) => valueOf(figures, costName(work, part)));
    return { sqlite, postgres, database };
  };
  const report = costs('a report alone');
  const delivery = valueOf(figures, 'CPU of a delivery');
  const update = { sqlite: delivery, postgres: delivery, database: 0 };

  const work = (name: string, perRoomSecond: number, cost: Costs): Work => ({ name, perRoomSecond, ...cost });
  return [
    work('report stored', reports, report),
    work('heartbeat call of a gateway', heartbeats / roomsPerGateway, report),
    work('heartbeat of a room in that call', heartbeats, costs('a heartbeat in a list of 100')),
    work('update delivered to a viewer', reports * viewersPerWard, update),
    work('viewer connected, each second', viewers, costs('a viewer, each second')),
    work('ward reconciled, each second', 1 / roomsPerWard, costs('a ward with viewers, each second')),
    work('watchdog over 1000 rooms, each second', 1 / 1000, costs('1000 rooms without viewers, each second')),
    work('viewer connects: event stream', connects, costs('a new event stream')),
    work('viewer connects: list of the ward', connects, costs('a list of a ward')),
    work('access token renewed', renewals, costs('a renewed token')),
  ];
}

/** Throws when the figure is missing in the results. */
export function valueOf(figures: Figures, row: string): number {
  const value = figures.get(row) ?? NaN;
  if (!Number.isNaN(value)) return value;
  throw new Error(`lab/bench/results has no row: ${row}. Run: npm run bench`);
}
