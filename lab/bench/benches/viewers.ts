/** Measures what boards cost while nothing is reported, and what their calls cost. docs/capacity.md uses the costs. */
import { setTimeout as pause } from 'node:timers/promises';
import { heartbeatMs } from '../../../src/contract/live-events.ts';
import { renew, signIn, tokensOf } from '../../../tests/support/identity/sign-in.ts';
import { nurse } from '../../shared/home.ts';
import {
  type BenchServer,
  pidOf,
  postgresStorage,
  roomsPerWard,
  sqliteStorage,
  viewersPerWard,
  withServer,
} from '../bench-server.ts';
import { call, repeatFor } from '../../shared/calls.ts';
import { costRows, costSamples } from '../measure/costs.ts';
import { type Cost, perUnit, startCpuMeter } from '../measure/cpu-meter.ts';
import type { Bench, BenchOptions, Sample } from '../row.ts';

const wardCount = 300;
const viewerCount = 1_000;
const heartbeatsPerCall = 100;
/** The server writes a heartbeat only when the stored heartbeat of the room is older than this (ingest-batch.ts). */
const heartbeatWriteIntervalMs = 5_500;

const works = {
  rooms: '1000 rooms without viewers, each second',
  viewer: 'a viewer, each second',
  ward: 'a ward with viewers, each second',
  stream: 'a new event stream',
  list: 'a list of a ward',
  token: 'a renewed token',
  signIn: 'a sign-in',
  heartbeat: `a heartbeat in a list of ${heartbeatsPerCall}`,
} as const;

const connectReason = 'Each viewer has a token of its own, and the check of its ES256 signature takes most of it.';

export const viewers: Bench = {
  name: 'viewers',
  about: `Viewers are connected while nothing is reported: first none, then one in each of many wards, then ${viewersPerWard} in each of a few. The costs of a ward with viewers and of a viewer follow from these three.`,
  rows: Object.values(works).flatMap((work) =>
    costRows(work, work === works.stream ? { SQLite: { atMost: 120 } } : {}, connectReason),
  ),
  maxRounds: 1,
  measure: async (options) => {
    const samples: Sample[] = [];
    for (const startStorage of [sqliteStorage, postgresStorage]) {
      const server = { wardCount, startStorage, tokens: viewerCount };
      samples.push(...(await withServer(server, (started) => measureServer(started, options))));
    }
    return samples;
  },
};

async function measureServer(server: BenchServer, options: BenchOptions): Promise<Sample[]> {
  const { load } = server;
  const { accessToken: bearer, refreshToken } = await signInNurse(server);
  const fetchList = listOfNextWard(server, bearer);
  await repeatFor(options.seconds, 4, fetchList);
  const none = await idleCost(server, options);
  await load.open(wardCount, 1);
  const spread = await idleCost(server, options);
  await load.close();
  const connecting = startCpuMeter(processesOf(server));
  await load.open(viewerCount, viewersPerWard);
  const connect = connecting(viewerCount);
  const dense = await idleCost(server, options);
  await load.close();
  await sendHeartbeats(server);
  await pause(heartbeatWriteIntervalMs);
  const heartbeats = startCpuMeter(processesOf(server));
  const rooms = await sendHeartbeats(server);
  const costs: readonly (readonly [work: string, cost: Cost])[] = [
    [works.heartbeat, heartbeats(rooms)],
    [works.rooms, perUnit(none, (wardCount * roomsPerWard) / 1000)],
    ...separate({ none, spread, dense }),
    [works.stream, connect],
    [works.list, await costOf(server, 3, 4, fetchList)],
    [works.token, await costOf(server, 2, 1, renewal(server, refreshToken))],
    [works.signIn, await costOf(server, 2, 1, () => signInNurse(server))],
  ];
  return costs.flatMap(([work, cost]) => costSamples(server, work, cost));
}

/** Separates the cost of a viewer from the cost of a ward with viewers, by solving two equations with two unknowns. */
function separate(measured: { none: Cost; spread: Cost; dense: Cost }) {
  const { none, spread, dense } = measured;
  const denseWards = Math.ceil(viewerCount / viewersPerWard);
  const solve = (part: keyof Cost) => {
    const [spreadCost, denseCost] = [spread[part] - none[part], dense[part] - none[part]];
    const viewer = Math.max(0, (denseCost - (spreadCost * denseWards) / wardCount) / (viewerCount - denseWards));
    return { viewer, ward: Math.max(0, spreadCost / wardCount - viewer) };
  };
  const [app, database] = [solve('app'), solve('database')];
  return [
    [works.viewer, { app: app.viewer, database: database.viewer }],
    [works.ward, { app: app.ward, database: database.ward }],
  ] as const;
}

/** The cost of one second in which nothing is reported. In a full run each viewer receives one heartbeat. */
async function idleCost(server: BenchServer, { isQuick }: BenchOptions): Promise<Cost> {
  const idleMs = isQuick ? heartbeatMs / 4 : heartbeatMs;
  const cost = startCpuMeter(processesOf(server));
  await pause(idleMs);
  return cost(idleMs / 1000);
}

async function costOf(server: BenchServer, seconds: number, concurrency: number, work: () => Promise<unknown>) {
  const cost = startCpuMeter(processesOf(server));
  return cost(await repeatFor(seconds, concurrency, work));
}

function processesOf({ app, databasePid }: BenchServer) {
  return { pid: pidOf(app), databasePid };
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

/** Sends one heartbeat of each room. Returns the number of rooms. */
async function sendHeartbeats({ url, home }: BenchServer): Promise<number> {
  const rooms = home.rooms.map(({ uuid }) => uuid);
  for (let start = 0; start < rooms.length; start += heartbeatsPerCall) {
    const body = JSON.stringify(rooms.slice(start, start + heartbeatsPerCall));
    await call(`${url}/api/heartbeat`, { bearer: home.deviceKey, body });
  }
  return rooms.length;
}
