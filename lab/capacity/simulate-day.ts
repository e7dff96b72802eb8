/** A day of one cell in steps of five seconds: what comes in, what goes out, and what that takes of each resource. */
import { type Random, seededRandom } from '../../src/server/demo/random.ts';
import { poisson } from './chance.ts';
import type { Costs } from './costs.ts';
import { createProcesses, type Processes, type Restart } from './processes.ts';
import { type DayOfRates, slotSeconds } from './resident-rates.ts';
import { type Scenario, viewersOf, wardsOf } from './scenario.ts';

export interface Load {
  readonly mean: number;
  /** Of the busiest step that is no restart. */
  readonly peak: number;
}

/** Resources of a cell. Cores as a number of them, the rest in a second. */
export const resources = [
  'reports',
  'heartbeats',
  'deliveries',
  'arrivals',
  'app',
  'database',
  'nats',
  'log',
  'network',
] as const;
export type Resource = (typeof resources)[number];

export interface Day {
  readonly loads: Readonly<Record<Resource, Load>>;
  /** How long the boards of a restarted process wait at most until all of them are served again. */
  readonly stormSeconds: number;
  /** Bytes of the process with the most viewers. */
  readonly processMemory: number;
  /** Bytes of reports that are kept. */
  readonly stored: number;
}

const stepSeconds = 5;
const daySeconds = 86_400;
/** Heads of HTTP, TLS and TCP around what is told. Bytes. */
const packetBytes = 90;
/** A line of a comment, every ten seconds. Bytes. */
const silenceBytes = (packetBytes + 15) / 10;
/** One room in a list of a ward. Bytes. */
const listedRoomBytes = 250;
/**
 * After a checkpoint PostgreSQL logs each page that is touched as a whole, which a benchmark of seconds does not show:
 * two leaves of indexes for each report of a long history, and the pages of the streams once in between.
 */
const checkpointSeconds = 300;
const pageBytes = 8_192;
const pagesAReport = 2;
const streamsAPage = 20;

export function simulateDay(scenario: Scenario, costs: Costs, rates: DayOfRates): Day {
  const random = seededRandom(scenario.seed);
  const processes = createProcesses(scenario);
  const sums = new Map<Resource, { sum: number; peak: number }>(resources.map((name) => [name, { sum: 0, peak: 0 }]));
  let [steps, storm, mostViewers] = [0, 0, 0];

  for (let second = 0; second < daySeconds; second += stepSeconds) {
    const step = stepOf(scenario, costs, rates, second, processes, random);
    const restart = processes.restartAt(second);
    if (restart !== undefined) storm = Math.max(storm, secondsOfStorm(restart, step, scenario, costs));
    mostViewers = Math.max(mostViewers, processes.mostViewers());
    steps += 1;
    for (const [name, entry] of sums) {
      entry.sum += step[name];
      if (!processes.isRestarting(second)) entry.peak = Math.max(entry.peak, step[name]);
    }
    processes.drift(stepSeconds);
  }

  const load = (name: Resource): Load => {
    const { sum, peak } = sums.get(name) ?? { sum: 0, peak: 0 };
    return { mean: sum / steps, peak };
  };
  const reportsADay = load('reports').mean * daySeconds;
  return {
    loads: {
      reports: load('reports'),
      heartbeats: load('heartbeats'),
      deliveries: load('deliveries'),
      arrivals: load('arrivals'),
      app: load('app'),
      database: load('database'),
      nats: load('nats'),
      log: load('log'),
      network: load('network'),
    },
    stormSeconds: storm,
    processMemory: costs.processMemory + mostViewers * costs.viewerMemory,
    stored: reportsADay * scenario.retentionDays * costs.storedReport,
  };
}

type Step = Readonly<Record<Resource, number>>;

/** What ordinary life leaves is what the boards that come back are served with. */
function secondsOfStorm(restart: Restart, step: Step, scenario: Scenario, costs: Costs): number {
  const left = Math.max(0.01, 1 - step.app);
  const databaseLeft = Math.max(0.01, scenario.databaseCores - step.database);
  return Math.max((restart.most * costs.arrival.app) / left, (restart.all * costs.arrival.database) / databaseLeft);
}

/** `app`: cores of the busiest process. */
function stepOf(
  scenario: Scenario,
  costs: Costs,
  rates: DayOfRates,
  second: number,
  processes: Processes,
  random: Random,
): Step {
  const perSecond = (expected: number) => poisson(expected * stepSeconds, random) / stepSeconds;
  const { rooms, roomsPerWard, viewersPerWard, heartbeatSeconds } = scenario;
  const [viewers, wards, count] = [viewersOf(scenario), wardsOf(scenario), scenario.processes];
  const slot = rates.perSlot[Math.floor(second / slotSeconds)] ?? 0;
  const reports = perSecond((rooms * slot) / slotSeconds);
  const isListed = scenario.heartbeats === 'lists';
  const calls = perSecond(rooms / (isListed ? scenario.roomsPerGateway : 1) / heartbeatSeconds);
  const beats = isListed ? calls * scenario.roomsPerGateway : calls;
  // A call with a list is a call like any other, and each room in it comes to that.
  const heartbeats = (part: 'app' | 'database') =>
    isListed ? calls * costs.report[part] + beats * costs.heartbeatListed[part] : beats * costs.heartbeatAlone[part];
  const deliveries = reports * viewersPerWard;
  const arrivals = perSecond(viewers / scenario.tokenSeconds);
  const renewals = perSecond(viewers / (scenario.tokenSeconds - 60));
  // Of so many boards of a ward some share a process; whoever took the report needs no message.
  const watching = count * (1 - (1 - 1 / count) ** viewersPerWard);
  const heardBy = (watching * (count - 1)) / count;

  const intake =
    reports * costs.report.app + heartbeats('app') + reports * (costs.published + heardBy * costs.received);
  const ofViewers =
    viewers * costs.viewer.app +
    deliveries * costs.delivery +
    arrivals * costs.arrival.app +
    renewals * costs.renewal.app +
    watching * wards * costs.watchedWard.app;
  const app = intake / count + ofViewers * processes.largestShare() + (rooms / 1000) * costs.thousandRooms.app;
  const database =
    reports * costs.report.database +
    heartbeats('database') +
    viewers * costs.viewer.database +
    arrivals * costs.arrival.database +
    renewals * costs.renewal.database +
    watching * wards * costs.watchedWard.database +
    count * (rooms / 1000) * costs.thousandRooms.database;
  const logOf = (reported: number, beaten: number) =>
    reported * (costs.reportLog + pagesAReport * pageBytes) +
    beaten * costs.heartbeatLog +
    ((rooms / streamsAPage) * pageBytes) / checkpointSeconds;
  return {
    reports,
    heartbeats: beats,
    deliveries,
    arrivals,
    app,
    database,
    nats: reports * (costs.natsTaken + heardBy * costs.natsHandedOn),
    log: scenario.ground === 'sqlite' ? 0 : logOf(reports, beats),
    network:
      deliveries * (costs.deliveryBytes + packetBytes) +
      viewers * silenceBytes +
      arrivals * roomsPerWard * listedRoomBytes,
  };
}
