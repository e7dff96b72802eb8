/** Computes the table of docs/capacity.md: measured costs, the load of a home, and the number of rooms per machine. */
import { textTable } from '../shared/text-table.ts';
import { assumptions, type Costs, type Figures, type Work, valueOf, workOf } from './workload.ts';

/** In the busiest hour a process may use this share of a core. */
const maxLoad = 0.5;
/** After a restart all viewers of a process must be connected again within this time. */
const maxReconnectSeconds = 5;

/** The number of cores that these rooms use in their busiest hour. */
export function coresOf(works: readonly Work[], rooms: number, part: keyof Costs): number {
  return works.reduce((sum, work) => sum + (work.perRoomSecond * rooms * work[part]) / 1e6, 0);
}

/** The largest number of rooms that does not exceed `maxLoad` of one core, rounded down to thousands. */
export function roomsWithinLoad(works: readonly Work[], part: keyof Costs): number {
  return thousands(maxLoad / coresOf(works, 1, part));
}

/** The largest number of rooms whose viewers can all reconnect within `maxReconnectSeconds`, besides all other work. */
export function roomsWithinReconnect(works: readonly Work[], part: keyof Costs): number {
  const { viewersPerWard, roomsPerWard } = assumptions;
  const connects = works.filter(({ name }) => name.startsWith('viewer connects'));
  const secondsPerRoom = (viewersPerWard / roomsPerWard) * (connects.reduce((sum, work) => sum + work[part], 0) / 1e6);
  return thousands(maxReconnectSeconds / (secondsPerRoom + maxReconnectSeconds * coresOf(works, 1, part)));
}

export function capacityTable(figures: Figures): string {
  const works = workOf(figures);
  const { reportsPerRoomDay, retentionDays } = assumptions;
  const costOf = (value: number) => (value === 0 ? '' : value.toFixed(value < 10 ? 1 : 0));
  const gigabytes = (storage: string) => {
    const bytes = valueOf(figures, `disk space of a stored report, ${storage}`);
    return ((bytes * reportsPerRoomDay * retentionDays * 10_000) / 1e9).toFixed(0);
  };
  const parts = ['sqlite', 'postgres', 'database'] as const;
  const total = (name: string, cells: readonly (number | string)[]) => [`**${name}**`, '', ...cells.map(String)];
  return textTable(
    ['work', 'a second, 10 000 rooms', 'SQLite: server', 'PostgreSQL: server', 'PostgreSQL: database'],
    [
      ...works.map((work) => [
        `${work.name} (µs)`,
        (work.perRoomSecond * 10_000).toFixed(1),
        ...parts.map((part) => costOf(work[part])),
      ]),
      total(
        '10 000 rooms, cores in the busiest hour',
        parts.map((part) => coresOf(works, 10_000, part).toFixed(2)),
      ),
      total(
        `rooms at ${maxLoad * 100} % of one core`,
        parts.map((part) => roomsWithinLoad(works, part)),
      ),
      total(`rooms whose viewers reconnect within ${maxReconnectSeconds} s`, [
        roomsWithinReconnect(works, 'sqlite'),
        roomsWithinReconnect(works, 'postgres'),
        '',
      ]),
      total(`10 000 rooms, GB of reports in ${retentionDays} days`, [gigabytes('SQLite'), '', gigabytes('PostgreSQL')]),
    ],
  );
}

function thousands(rooms: number): number {
  return Math.floor(rooms / 1000) * 1000;
}
