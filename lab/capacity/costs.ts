/** What things cost, taken from what the benchmarks have measured; nothing here is guessed. */
import { type BenchName, type Figure, readResults } from '../bench/measure/figures.ts';

/** Of the server process, and of the database beside it. */
export interface Shared {
  readonly app: number;
  readonly database: number;
}

/** Processor time in seconds, sizes in bytes. */
export interface Costs {
  /** That comes alone and shares its transaction with nobody: the dearest way there is. */
  readonly report: Shared;
  /** What each takes of PostgreSQL's log of changes. */
  readonly reportLog: number;
  readonly heartbeatLog: number;
  /** Of each device by itself: so many come that they share their transactions. */
  readonly heartbeatAlone: Shared;
  /** Of a gateway, in a list: what comes to that of a call for each room in it. */
  readonly heartbeatListed: Shared;
  readonly delivery: number;
  readonly deliveryBytes: number;
  /** In each second. */
  readonly viewer: Shared;
  readonly watchedWard: Shared;
  readonly thousandRooms: Shared;
  /** An event stream opened, and the list of its ward fetched. */
  readonly arrival: Shared;
  readonly renewal: Shared;
  readonly published: number;
  readonly received: number;
  readonly natsTaken: number;
  readonly natsHandedOn: number;
  readonly viewerMemory: number;
  readonly processMemory: number;
  /** On disk, with its indexes. */
  readonly storedReport: number;
}

export type Ground = 'sqlite' | 'postgres';

const subjects = { sqlite: 'Room Status, SQLite', postgres: 'Room Status, PostgreSQL + NATS' } as const;
const stored = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** Of every bench that is needed. Throws when one was not run, or does not tell what is wanted. */
export type AllFigures = ReadonlyMap<BenchName, readonly Figure[]>;

export async function readAllFigures(): Promise<AllFigures> {
  const names = ['fan-out', 'viewers', 'intake', 'storage', 'nats'] as const;
  return new Map(await Promise.all(names.map(async (name) => [name, (await readResults(name)).figures] as const)));
}

export function costsOf(all: AllFigures, ground: Ground): Costs {
  const subject = subjects[ground];
  const isShared = ground === 'postgres';
  const value = (bench: BenchName, wanted: Partial<Figure>): number => valueOf(all, bench, wanted);
  const seconds = (bench: BenchName, wanted: Partial<Figure>): number => value(bench, wanted) / 1e6;
  const intake = (way: string): Shared => ({
    app: seconds('intake', { subject, way, measure: 'CPU each' }),
    database: isShared ? seconds('intake', { subject, way, measure: 'database CPU each' }) : 0,
  });
  const log = (way: string) => (isShared ? value('intake', { subject, way, measure: 'write-ahead log each' }) : 0);
  const open = (measure: string): Shared => ({
    app: seconds('viewers', { subject, measure }),
    database: isShared ? seconds('viewers', { subject, measure: `database ${measure}` }) : 0,
  });
  const nats = (measure: string) => (isShared ? seconds('nats', { measure }) : 0);
  const oneByOne = 'HTTP, one by one, 1 connection';
  const lists = 'heartbeats, lists of 100, 2 connections';
  const fanOut = { subject: subjects.sqlite, way: 'reports in lists' };
  return {
    report: intake(oneByOne),
    reportLog: log(oneByOne),
    heartbeatLog: log(lists),
    heartbeatAlone: intake('heartbeats, one by one, 16 connections'),
    heartbeatListed: intake(lists),
    delivery: seconds('fan-out', { ...fanOut, measure: 'CPU a delivery' }),
    deliveryBytes: value('fan-out', { ...fanOut, measure: 'bytes a delivery' }),
    viewer: open('CPU a viewer and second'),
    watchedWard: open('CPU a watched ward and second'),
    thousandRooms: open('CPU a 1000 rooms and second, nobody watching'),
    arrival: {
      app: open('CPU a connection').app + open('CPU a list of a ward').app,
      database: open('CPU a connection').database + open('CPU a list of a ward').database,
    },
    renewal: open('CPU a renewed token'),
    published: nats('app CPU an update published'),
    received: nats('app CPU an update received'),
    natsTaken: nats('NATS CPU a message taken'),
    natsHandedOn: nats('NATS CPU a message handed on'),
    viewerMemory: value('viewers', { subject, measure: 'memory a viewer' }),
    processMemory: value('viewers', { subject, measure: 'memory of a process without viewers' }),
    storedReport: value('storage', { subject: stored[ground], way: 'a report with its indexes' }),
  };
}

function valueOf(all: AllFigures, bench: BenchName, wanted: Partial<Figure>): number {
  const found = all
    .get(bench)
    ?.find(
      (figure) =>
        figure.subject === (wanted.subject ?? figure.subject) &&
        figure.way === (wanted.way ?? figure.way) &&
        figure.measure === (wanted.measure ?? figure.measure),
    );
  if (found === undefined) {
    const words = [wanted.subject, wanted.way, wanted.measure].filter((word) => word !== undefined).join(', ');
    throw new Error(`lab/bench/results/${bench}.json does not tell: ${words}. Run: npm run bench -- --only ${bench}`);
  }
  return found.value;
}
