/** Measures what a viewer costs: while nothing is reported, when it connects, and when it renews its token. */
import { setTimeout as pause } from 'node:timers/promises';
import { heartbeatMs } from '../../../src/contract/live-events.ts';
import { renew, signIn, tokensOf } from '../../../tests/support/identity/sign-in.ts';
import { nurse } from '../../shared/home.ts';
import {
  type BenchServer,
  eventStreamUrl,
  measureOnBoth,
  roomsPerWard,
  viewersPerWard,
  wardsOfViewers,
} from '../bench-server.ts';
import { call } from '../load/call.ts';
import { openViewers } from '../load/open-viewers.ts';
import { repeatFor } from '../load/repeat.ts';
import { type Cost, perUnit, residentBytes, startCpuMeter } from '../measure/cpu-meter.ts';
import { costFigures, type Figure } from '../measure/figures.ts';

export const aboutViewers = `Viewers are connected while nothing is reported: first none, then one in each of many wards, then ${viewersPerWard} in each of a few. The costs of a ward with viewers and of a viewer follow from these three. Each stretch lasts one keep-alive interval of the event stream.`;

const wardCount = 300;
const way = 'open boards';

export function measureViewers(viewerCount: number): Promise<Figure[]> {
  return measureOnBoth(wardCount, async (server) => {
    const { accessToken: bearer, refreshToken } = await signInNurse(server);
    const fetchList = listOfNextWard(server, bearer);
    await repeatFor(1, 4, fetchList);
    const open = (count: number, perWard: number) => {
      const urls = wardsOfViewers(server.home, count, perWard).map((ward) => eventStreamUrl(server.url, ward));
      return openViewers(urls, bearer);
    };
    const none = await idleCost(server);
    const spreadViewers = await open(wardCount, 1);
    const spread = await idleCost(server);
    spreadViewers.close();
    await pause(500);

    const memory = residentBytes(server.pid);
    const connecting = startCpuMeter(server);
    const denseViewers = await open(viewerCount, viewersPerWard);
    const connect = connecting(viewerCount);
    const viewerBytes = (residentBytes(server.pid) - memory) / viewerCount;
    const dense = await idleCost(server);
    denseViewers.close();

    const costs: Readonly<Record<string, Cost>> = {
      '1000 rooms without viewers, each second': perUnit(none, (wardCount * roomsPerWard) / 1000),
      ...separate({ none, spread, dense, viewerCount }),
      'a new event stream': connect,
      'a list of a ward': await costOf(server, 3, 4, fetchList),
      'a renewed token': await costOf(server, 2, 1, renewal(server, refreshToken)),
      'a sign-in': await costOf(server, 3, 1, () => signInNurse(server)),
    };
    const bytes = (measure: string, value: number) => ({ subject: server.name, way, measure, value, unit: 'bytes' });
    return [
      ...Object.entries(costs).flatMap(([what, cost]) => costFigures(server, way, `CPU of ${what}`, cost)),
      bytes('memory of a viewer', viewerBytes),
      bytes('memory of a process without viewers', memory),
    ];
  });
}

/** Separates the cost of a viewer from the cost of a ward with viewers, by solving two equations with two unknowns. */
function separate(measured: { none: Cost; spread: Cost; dense: Cost; viewerCount: number }) {
  const { none, spread, dense, viewerCount } = measured;
  const denseWards = Math.ceil(viewerCount / viewersPerWard);
  const solve = (part: keyof Cost) => {
    const [spreadCost, denseCost] = [spread[part] - none[part], dense[part] - none[part]];
    const viewer = Math.max(0, (denseCost - (spreadCost * denseWards) / wardCount) / (viewerCount - denseWards));
    return { viewer, ward: Math.max(0, spreadCost / wardCount - viewer) };
  };
  const [app, database] = [solve('app'), solve('database')];
  return {
    'a viewer, each second': { app: app.viewer, database: database.viewer },
    'a ward with viewers, each second': { app: app.ward, database: database.ward },
  };
}

/** The cost of one second in which nothing is reported. The viewers receive one keep-alive during the measurement. */
async function idleCost(server: BenchServer): Promise<Cost> {
  const cost = startCpuMeter(server);
  await pause(heartbeatMs);
  return cost(heartbeatMs / 1000);
}

async function costOf(server: BenchServer, seconds: number, concurrency: number, work: () => Promise<unknown>) {
  const cost = startCpuMeter(server);
  return cost(await repeatFor(seconds, concurrency, work));
}

function signInNurse({ url }: BenchServer) {
  return signIn(url, nurse.username, nurse.password);
}

/** Fetches the list of another ward at each call, because the server coalesces concurrent lists of one ward. */
function listOfNextWard({ url, home }: BenchServer, bearer: string): () => Promise<void> {
  let next = 0;
  return () => {
    next += 1;
    return call(`${url}/api/streams?locationUUID=${home.wards[next % wardCount]?.uuid}`, { bearer });
  };
}

/** Renews the access token at each call, with the refresh token of the previous answer. */
function renewal({ url }: BenchServer, refreshToken: string): () => Promise<void> {
  let token = refreshToken;
  return async () => {
    ({ refreshToken: token } = await tokensOf(await renew(url, token)));
  };
}
