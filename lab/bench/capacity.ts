/** Computes the table of docs/capacity.md: how often each kind of work happens in a home, times its measured cost. */
import { costName, costParts } from './measure/costs.ts';
import { readAllResults } from './results.ts';
import { medianOf, ours, valuesOf } from './row.ts';
import { textTable } from '../shared/text-table.ts';

/** The medians of the measured values of Room Status, by the name of the row. */
export type Figures = ReadonlyMap<string, number>;

/** The assumed reports per second of a room. docs/capacity.md gives the reasons for this and the next constants. */
const reports = 16.8 / 3600;
const reportsPerDay = 175;
const retentionDays = 90;
const roomsPerWard = 35;
const viewersPerWard = 4;
const viewers = viewersPerWard / roomsPerWard;
const heartbeats = 1 / 30;
const roomsPerGateway = 70;
const tokenSeconds = 600;
const renewBeforeSeconds = 60;

/** The share of a core that a process may use in the busiest hour. */
const maxLoad = 0.5;
/** The time within which all viewers of a process must be connected again after a restart. */
const maxReconnectSeconds = 5;
const delivery = 'CPU of a delivery';
const connects = ['a new event stream', 'a list of a ward'];

/** Each kind of work: its title in the table, how often a second it happens for a room, and the name of its cost. */
const works: readonly (readonly [title: string, perRoomSecond: number, cost: string])[] = [
  ['report stored', reports, 'a report alone'],
  ['heartbeat call of a gateway', heartbeats / roomsPerGateway, 'a report alone'],
  ['heartbeat of a room in that call', heartbeats, 'a heartbeat in a list of 100'],
  ['update delivered to a viewer', reports * viewersPerWard, delivery],
  ['ward with its viewers, each second', 1 / roomsPerWard, `a ward with ${viewersPerWard} viewers, each second`],
  ['watchdog over 1000 rooms, each second', 1 / 1000, '1000 rooms without viewers, each second'],
  ['viewer connects: event stream', viewers / tokenSeconds, 'a new event stream'],
  ['viewer connects: list of the ward', viewers / tokenSeconds, 'a list of a ward'],
  ['access token renewed', viewers / (tokenSeconds - renewBeforeSeconds), 'a renewed token'],
];

export async function readFigures(): Promise<Figures> {
  const rows = (await readAllResults()).flatMap((results) => results.rows);
  return new Map(rows.map((row) => [row.name, medianOf(valuesOf(row, ours))]));
}

export function capacityTable(figures: Figures): string {
  const load = (rooms: number, part: number) =>
    works.reduce(
      (sum, [, perRoomSecond, work]) => sum + (perRoomSecond * rooms * costOf(figures, work, part)) / 1e6,
      0,
    );
  const reconnectSeconds = (part: number) =>
    (viewers * connects.reduce((sum, work) => sum + costOf(figures, work, part), 0)) / 1e6;
  const gigabytes = (storage: string) => {
    const bytes = valueOf(figures, `disk space of a stored report, ${storage}`);
    return ((bytes * reportsPerDay * retentionDays * 10_000) / 1e9).toFixed(0);
  };
  const [sqlite, postgres, database] = [0, 1, 2];
  const parts = [sqlite, postgres, database];
  return textTable(
    ['work', 'a second, 10 000 rooms', 'SQLite: server', 'PostgreSQL: server', 'PostgreSQL: database'],
    [
      ...works.map(([title, perRoomSecond, work]) => [
        `${title} (µs)`,
        (perRoomSecond * 10_000).toFixed(1),
        ...parts.map((part) => costText(costOf(figures, work, part))),
      ]),
      ['**10 000 rooms, cores in the busiest hour**', '', ...parts.map((part) => load(10_000, part).toFixed(2))],
      [`**rooms at ${maxLoad * 100} % of one core**`, '', ...parts.map((part) => thousands(maxLoad / load(1, part)))],
      [
        `**rooms whose viewers reconnect within ${maxReconnectSeconds} s**`,
        '',
        // Other work takes a part of the processor time during these seconds.
        ...[sqlite, postgres].map((part) =>
          thousands(maxReconnectSeconds / (reconnectSeconds(part) + maxReconnectSeconds * load(1, part))),
        ),
        '',
      ],
      [
        `**10 000 rooms, GB of reports in ${retentionDays} days**`,
        '',
        gigabytes('SQLite'),
        '',
        gigabytes('PostgreSQL'),
      ],
    ],
  );
}

/** Returns microseconds. `part`: 0 for the server on SQLite, 1 for the server on PostgreSQL, 2 for PostgreSQL. */
function costOf(figures: Figures, work: string, part: number): number {
  // The delivery of an update does not use the database, so PostgreSQL spends nothing on it.
  if (work === delivery) return part === 2 ? 0 : valueOf(figures, delivery);
  return valueOf(figures, costName(work, costParts[part] ?? 'SQLite'));
}

/** Returns the figure of a row. Throws when it is missing in the results. */
function valueOf(figures: Figures, row: string): number {
  const value = figures.get(row) ?? NaN;
  if (!Number.isNaN(value)) return value;
  throw new Error(`lab/bench/results has no row: ${row}. Run: npm run bench`);
}

function costText(value: number): string {
  return value === 0 ? '' : value.toFixed(value < 10 ? 1 : 0);
}

function thousands(rooms: number): string {
  return String(Math.floor(rooms / 1000) * 1000);
}
