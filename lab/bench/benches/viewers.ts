/** The cost of a viewer: connected while nothing is reported, connecting, and renewing its token. */
import { setTimeout as pause } from 'node:timers/promises';
import { renew, signIn, tokensOf } from '../../../tests/support/identity/sign-in.ts';
import { nurse } from '../../shared/home.ts';
import {
  type BenchServer,
  type DatabaseKind,
  roomsPerWard,
  startBenchServer,
  viewerPaths,
  viewersPerWard,
} from '../bench-server.ts';
import { createHttpCaller, type HttpCaller } from '../clients/http-caller.ts';
import { openRawViewers, type RawViewers } from '../clients/raw-viewers.ts';
import { repeatFor } from '../clients/repeat.ts';
import { type Figure, figuresOf } from '../measure/figures.ts';
import { residentBytes, startCostMeter } from '../measure/process-cost.ts';

export const aboutViewers = `Viewers are connected while nothing is reported: first none, then one in each of many wards, then ${viewersPerWard} in each of a few. The costs of a ward with viewers and of a viewer follow from these three. Each stretch lasts one keep-alive interval of the event stream.`;

const wardCount = 300;
/** The keep-alive interval of an event stream (contract/live-events.ts). */
const stretchMs = 10_000;

/** Microseconds of processor time. */
interface Cost {
  readonly app: number;
  readonly database: number;
}

export async function measureViewers(viewers: number): Promise<Figure[]> {
  return [...(await measureOn('sqlite', viewers)), ...(await measureOn('postgres', viewers))];
}

async function measureOn(kind: DatabaseKind, viewers: number): Promise<Figure[]> {
  const server = await startBenchServer(kind, wardCount);
  try {
    const { accessToken: bearer, refreshToken } = await signIn(server.url, nurse.username, nurse.password);
    const caller = createHttpCaller({ port: server.port, bearer });
    const fetchList = listOfNextWard(server, caller);
    await repeatFor(1, 4, fetchList);
    const open = (count: number, perWard: number) =>
      openRawViewers({
        port: server.port,
        paths: viewerPaths(server.home, count, perWard),
        bearer,
        measureEvery: count,
      });
    const none = await idleCost(server);
    const spread = await idleCostWith(await open(wardCount, 1), server);
    await pause(500);

    const memory = residentBytes(server.pid);
    const connecting = startMeter(server);
    const opened = await open(viewers, viewersPerWard);
    const connect = connecting(viewers);
    const viewerBytes = (residentBytes(server.pid) - memory) / viewers;
    const dense = await idleCostWith(opened, server);

    const lists = startMeter(server);
    const list = lists(await repeatFor(3, 4, fetchList));
    const renewal = await renewalCost(server, refreshToken);
    const signIns = startMeter(server);
    const signedIn = signIns(await repeatFor(3, 1, () => signIn(server.url, nurse.username, nurse.password)));

    const app = figuresOf(server.name, 'open boards');
    const costs: readonly (readonly [string, Cost])[] = [
      ['a 1000 rooms and second, nobody watching', perUnit(none, (wardCount * roomsPerWard) / 1000)],
      ...Object.entries(separate({ none, spread, dense, viewers })),
      ['a connection', connect],
      ['a list of a ward', list],
      ['a renewed token', renewal],
      ['a sign-in', signedIn],
    ];
    return [
      ...costs.map(([what, cost]) => app(`CPU ${what}`, cost.app, 'us')),
      ...(kind === 'sqlite' ? [] : costs.map(([what, cost]) => app(`database CPU ${what}`, cost.database, 'us'))),
      app('memory a viewer', viewerBytes, 'bytes'),
      app('memory of a process without viewers', memory, 'bytes'),
    ];
  } finally {
    await server.close();
  }
}

/** Separates the cost of a viewer from that of a ward that has viewers: two equations with two unknowns. */
function separate(measured: { none: Cost; spread: Cost; dense: Cost; viewers: number }): Record<string, Cost> {
  const { none, spread, dense, viewers } = measured;
  const denseWards = Math.ceil(viewers / viewersPerWard);
  const solve = (part: keyof Cost) => {
    const [spreadCost, denseCost] = [spread[part] - none[part], dense[part] - none[part]];
    const viewer = Math.max(0, (denseCost - (spreadCost * denseWards) / wardCount) / (viewers - denseWards));
    return { viewer, ward: Math.max(0, spreadCost / wardCount - viewer) };
  };
  const [app, database] = [solve('app'), solve('database')];
  return {
    'a viewer and second': { app: app.viewer, database: database.viewer },
    'a watched ward and second': { app: app.ward, database: database.ward },
  };
}

/** Of one second in which nothing is reported. */
async function idleCost(server: BenchServer): Promise<Cost> {
  const [cost, start] = [startMeter(server), performance.now()];
  await pause(stretchMs);
  return cost((performance.now() - start) / 1000);
}

async function idleCostWith(viewers: RawViewers, server: BenchServer): Promise<Cost> {
  const cost = await idleCost(server);
  viewers.close();
  return cost;
}

/** The returned function divides the cost since the start by a number of units. */
function startMeter({ pid, postgres }: BenchServer): (units: number) => Cost {
  const app = startCostMeter(pid);
  const database = postgres === undefined ? undefined : startCostMeter(postgres.pid);
  return (units) => perUnit({ app: app.cpuMicroseconds(), database: database?.cpuMicroseconds() ?? 0 }, units);
}

function perUnit({ app, database }: Cost, units: number): Cost {
  return { app: app / units, database: database / units };
}

/** A different ward at each call: concurrent lists of one ward are coalesced into one query. */
function listOfNextWard({ home }: BenchServer, caller: HttpCaller): () => Promise<void> {
  let next = 0;
  return () => {
    next += 1;
    return caller.get(`/api/streams?locationUUID=${home.wards[next % wardCount]?.uuid}`);
  };
}

async function renewalCost(server: BenchServer, refreshToken: string): Promise<Cost> {
  let token = refreshToken;
  const cost = startMeter(server);
  return cost(
    await repeatFor(2, 1, async () => {
      ({ refreshToken: token } = await tokensOf(await renew(server.url, token)));
    }),
  );
}
