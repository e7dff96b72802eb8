/** All that is told of capacity, as tables: what docs/capacity.md shows, word for word. */
import { type AllFigures, type Costs, costsOf } from './costs.ts';
import type { DayOfRates } from './resident-rates.ts';
import { simulateResidents, slotSeconds } from './resident-rates.ts';
import { boxChanges, headroom, type Scenario, usual, viewersOf } from './scenario.ts';
import { type Cell, largestCell } from './size-cell.ts';
import { bytes, cores, number, percent } from './numbers.ts';
import { textTable } from '../shared/text-table.ts';

export interface Wanted {
  /** In all cells together. */
  readonly rooms: number;
  /** Of every cell. */
  readonly scenario: Scenario;
}

export const wantedUsually: Wanted = { rooms: 1_000_000, scenario: usual };

/** By name. Throws when a figure is missing. */
export type CapacityTables = ReadonlyMap<'costs' | 'day' | 'box' | 'cell' | 'variants' | 'cells', string>;

const sampledResidents = 2_000;
/** Clients are not cut in two, and a cell is not filled to its last room. */
const fill = 0.9;

export function capacityTables(figures: AllFigures, { rooms, scenario }: Wanted): CapacityTables {
  const rates = simulateResidents(sampledResidents, scenario.seed);
  const costs = { sqlite: costsOf(figures, 'sqlite'), postgres: costsOf(figures, 'postgres') };
  const size = (changes: Partial<Scenario>) => {
    const changed = { ...scenario, ...changes };
    return largestCell(changed, costs[changed.ground], rates);
  };
  const cell = size({ ground: 'postgres' });
  const box = size(boxChanges);
  const variants: readonly (readonly [string, Cell])[] = [
    ['as above', cell],
    ['each device says by itself that it is there', size({ heartbeats: 'alone' })],
    ['1 open board a ward', size({ viewersPerWard: 1 })],
    ['12 open boards a ward', size({ viewersPerWard: 12 })],
    ['35 open boards a ward', size({ viewersPerWard: 35 })],
    ['2 processes, 2 cores for PostgreSQL', size({ processes: 2, databaseCores: 2 })],
    ['8 processes, 8 cores for PostgreSQL', size({ processes: 8, databaseCores: 8 })],
  ];
  return new Map([
    ['costs', costTable(costs.sqlite, costs.postgres)],
    ['day', dayTable(rates)],
    ['box', loadTable(box)],
    ['cell', loadTable(cell)],
    ['variants', variantTable(variants)],
    ['cells', cellsTable(rooms, variants)],
  ]);
}

function costTable(sqlite: Costs, postgres: Costs): string {
  const us = (of: (costs: Costs) => number) => [micros(of(sqlite)), micros(of(postgres)), 'us'];
  const row = (name: string, of: (costs: Costs) => number, isDatabases = false) =>
    isDatabases ? [name, '', micros(of(postgres)), 'us'] : [name, ...us(of)];
  const size = (name: string, of: (costs: Costs) => number) => [
    name,
    number(of(sqlite)),
    number(of(postgres)),
    'bytes',
  ];
  return textTable(
    ['cost', 'SQLite', 'PostgreSQL + NATS', 'unit'],
    [
      row('a report alone, server', ({ report }) => report.app),
      row('a report alone, PostgreSQL', ({ report }) => report.database, true),
      row('a heartbeat alone, server', ({ heartbeatAlone }) => heartbeatAlone.app),
      row('a heartbeat alone, PostgreSQL', ({ heartbeatAlone }) => heartbeatAlone.database, true),
      row('a heartbeat in a list, server', ({ heartbeatListed }) => heartbeatListed.app),
      row('a heartbeat in a list, PostgreSQL', ({ heartbeatListed }) => heartbeatListed.database, true),
      row('an update delivered to a viewer', ({ delivery }) => delivery),
      row('a viewer, each second, server', ({ viewer }) => viewer.app),
      row('a viewer, each second, PostgreSQL', ({ viewer }) => viewer.database, true),
      row('a watched ward, each second, server', ({ watchedWard }) => watchedWard.app),
      row('a watched ward, each second, PostgreSQL', ({ watchedWard }) => watchedWard.database, true),
      row('1000 rooms, each second, server', ({ thousandRooms }) => thousandRooms.app),
      row('1000 rooms, each second, PostgreSQL', ({ thousandRooms }) => thousandRooms.database, true),
      row('a board that comes (stream and list), server', ({ arrival }) => arrival.app),
      row('a board that comes (stream and list), PostgreSQL', ({ arrival }) => arrival.database, true),
      row('a token renewed, server', ({ renewal }) => renewal.app),
      row('a token renewed, PostgreSQL', ({ renewal }) => renewal.database, true),
      row('an update to NATS, server', ({ published }) => published, true),
      row('an update from NATS, server', ({ received }) => received, true),
      row('an update taken and handed on once, NATS', (costs) => costs.natsTaken + costs.natsHandedOn, true),
      size('a viewer, memory', ({ viewerMemory }) => viewerMemory),
      size('a report with its indexes, disk', ({ storedReport }) => storedReport),
      ['a report, write-ahead log', '', number(postgres.reportLog), 'bytes'],
      ['a heartbeat, write-ahead log', '', number(postgres.heartbeatLog), 'bytes'],
    ],
  );
}

function micros(seconds: number): string {
  const value = seconds * 1e6;
  return value >= 10 ? number(value) : value.toFixed(1);
}

function dayTable({ perSlot, perDay }: DayOfRates): string {
  const perHour = (from: number, to: number) => {
    const [first, last] = [(from * 3600) / slotSeconds, (to * 3600) / slotSeconds];
    return perSlot.slice(first, last).reduce((sum, rate) => sum + rate, 0) / (to - from);
  };
  const parts = [
    ['night, 21 to 7', (perHour(0, 7) * 7 + perHour(21, 24) * 3) / 10],
    ['day between meals, 14 to 16', perHour(14, 16)],
    ['a meal, 11:30 to 12:30', perHour(11.5, 12.5)],
    ['mean of the day', perDay / 24],
  ] as const;
  return textTable(
    ['part of the day', 'reports a room and hour'],
    parts.map(([name, rate]) => [name, rate.toFixed(1)]),
  );
}

function loadTable({ scenario, day, endsFirst }: Cell): string {
  const { loads, stormSeconds, processMemory, stored } = day;
  const { databaseCores, ground, rooms, longestStormSeconds } = scenario;
  const isShared = ground === 'postgres';
  const limit = 1 - headroom;
  const rate = (name: keyof typeof loads) => [number(loads[name].mean), number(loads[name].peak), '', ''];
  const core = (name: 'app' | 'database' | 'nats', of: number) => [
    cores(loads[name].mean),
    cores(loads[name].peak),
    cores(of * limit),
    percent(loads[name].peak / of),
  ];
  const flow = (name: 'log' | 'network') => [`${bytes(loads[name].mean)}/s`, `${bytes(loads[name].peak)}/s`, '', ''];
  const only = (text: string, most = '') => ['', text, most, ''];
  return textTable(
    ['resource', 'mean', 'peak', 'at most', 'peak use'],
    [
      ['rooms', ...only(number(rooms))],
      ['open boards', ...only(number(viewersOf(scenario)))],
      ['reports a second', ...rate('reports')],
      ['heartbeats a second', ...rate('heartbeats')],
      ['updates delivered a second', ...rate('deliveries')],
      ['boards that come a second', ...rate('arrivals')],
      ['fullest server process (cores)', ...core('app', 1)],
      ...(isShared ? [['PostgreSQL (cores)', ...core('database', databaseCores)]] : []),
      ...(isShared ? [['NATS (cores)', ...core('nats', 1)]] : []),
      ...(isShared ? [['write-ahead log', ...flow('log')]] : []),
      ['network to boards', ...flow('network')],
      ['memory of a server process', ...only(bytes(processMemory))],
      [`reports of ${scenario.retentionDays} days on disk`, ...only(bytes(stored))],
      [
        'boards of a restarted process are all back after',
        ...only(`${stormSeconds.toFixed(1)} s`, `${longestStormSeconds} s`),
      ],
      ['ends first', ...only(endsFirst)],
    ],
  );
}

function variantTable(variants: readonly (readonly [string, Cell])[]): string {
  return textTable(
    ['cell', 'rooms', 'a process', 'PostgreSQL', 'NATS', 'ends first'],
    variants.map(([name, { scenario, day, endsFirst }]) => [
      name,
      number(scenario.rooms),
      percent(day.loads.app.peak),
      percent(day.loads.database.peak / scenario.databaseCores),
      percent(day.loads.nats.peak),
      endsFirst,
    ]),
  );
}

/** The front takes about as much as a process: it copies every byte and encrypts it. */
function cellsTable(rooms: number, variants: readonly (readonly [string, Cell])[]): string {
  return textTable(
    ['cells', 'number', 'server processes', 'cores', 'log/s', 'boards', 'network, peak', 'disk, 90 days'],
    variants.map(([name, { scenario, day }]) => {
      const count = Math.ceil(rooms / (scenario.rooms * fill));
      const share = rooms / scenario.rooms;
      const [processes, natsAndFront] = [scenario.processes, 2];
      return [
        name,
        number(count),
        number(count * processes),
        number(count * (processes + scenario.databaseCores + natsAndFront)),
        bytes(day.loads.log.mean * share),
        number(viewersOf({ ...scenario, rooms })),
        `${bytes(day.loads.network.peak * share)}/s`,
        bytes(day.stored * share),
      ];
    }),
  );
}
