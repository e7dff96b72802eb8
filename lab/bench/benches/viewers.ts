/** Measures what boards cost while nothing is reported, and what their calls cost. docs/capacity.md uses the costs. */
import { setTimeout as pause } from 'node:timers/promises';
import { heartbeatIntervalMs } from '../../../src/contract/board/live-events.ts';
import { renew, signIn, tokensOf } from '../../../tests/support/identity/sign-in.ts';
import { call } from '../../shared/calls.ts';
import { nurse } from '../../shared/home.ts';
import { type BenchServer, processesOf, roomsPerWard, storages, withServer } from '../bench-server.ts';
import { costRows, costSamples } from '../measure/costs.ts';
import { type Cost, startCpuMeter } from '../measure/processes.ts';
import type { Bench, BenchOptions, Sample } from '../row.ts';

const wardCount = 300;
const viewersPerWard = 4;
const viewerCount = wardCount * viewersPerWard;
const heartbeatsPerCall = 100;
const warmUpRounds = 4;
/** The server writes a heartbeat only when the stored heartbeat of the room is older than this (ingest-batch.ts). */
const heartbeatWriteIntervalMs = 5_500;

const works = {
  rooms: '1000 rooms without viewers, each second',
  ward: `a ward with ${viewersPerWard} viewers, each second`,
  stream: 'a new event stream',
  knownToken: 'a new event stream with a known token',
  list: 'a list of a ward',
  token: 'a renewed token',
  heartbeat: `a heartbeat in a list of ${heartbeatsPerCall}`,
} as const;

/** Why the goal for opening an event stream may be missed. */
const connectReasons: Partial<Record<string, string>> = {
  [works.stream]: 'Each viewer has a new token. The check of its ES256 signature takes 100 µs (decision 068).',
  [works.knownToken]:
    'Plain node:http takes about 30 µs to accept a connection, read a request and write a head, and an empty Fastify route 40 µs. The first of four viewers reads the rooms of the ward, which takes about 50 µs for each of the four. The rest is rights, the query for ended sessions, and headers.',
};

export const viewers: Bench = {
  name: 'viewers',
  about: `Nothing is reported: first no viewer is connected, then ${viewersPerWard} in each of ${wardCount} wards. The difference is the cost of a ward with viewers.`,
  rows: Object.values(works).flatMap((work) =>
    costRows(work, work in connectReasons ? { SQLite: { atMost: 120 } } : {}, connectReasons[work]),
  ),
  maxRounds: 1,
  measure: async (options) => {
    const samples: Sample[] = [];
    for (const startStorage of Object.values(storages)) {
      const server = { wardCount, startStorage, tokens: viewerCount };
      samples.push(...(await withServer(server, (started) => measureServer(started, options))));
    }
    return samples;
  },
};

async function measureServer(server: BenchServer, { isQuick }: BenchOptions): Promise<Sample[]> {
  const { load, url, home } = server;
  const { accessToken: bearer, refreshToken } = await signIn(url, nurse.username, nurse.password);
  /** In a full run the measurement lasts until each viewer has received one heartbeat. */
  const idleMs = isQuick ? heartbeatIntervalMs / 4 : heartbeatIntervalMs;
  const idle = () => costOf(server, () => pause(idleMs, idleMs / 1_000));
  /** Each call fetches the list of another ward, because the server coalesces concurrent calls for one ward. */
  const fetchLists = async () => {
    for (const { uuid } of home.wards) await call(`${url}/api/streams?locationUUID=${uuid}`, { bearer });
    return wardCount;
  };
  // This warm-up makes the server compile the code of the calls. The benchmark `recovery` measures a server without it.
  await fetchLists();
  for (let round = 0; round < warmUpRounds; round += 1) {
    await load.open(viewerCount, viewersPerWard, { tokens: 1 });
    await load.close();
  }
  const none = await idle();
  const openStreams = async () => {
    await load.open(viewerCount, viewersPerWard);
    return viewerCount;
  };
  const stream = await costOf(server, openStreams);
  const watched = await idle();
  await load.close();
  const knownToken = await costOf(server, openStreams);
  await load.close();
  await sendHeartbeats(server);
  await pause(heartbeatWriteIntervalMs);
  const costs: readonly (readonly [work: string, cost: Cost])[] = [
    [works.heartbeat, await costOf(server, () => sendHeartbeats(server))],
    [works.rooms, scaled(none, 1_000 / (wardCount * roomsPerWard))],
    [works.ward, scaled({ app: watched.app - none.app, database: watched.database - none.database }, 1 / wardCount)],
    [works.stream, stream],
    [works.knownToken, knownToken],
    [works.list, await costOf(server, fetchLists)],
    [works.token, await costOf(server, () => renewTokens(server, refreshToken))],
  ];
  return costs.flatMap(([work, cost]) => costSamples(server, work, cost));
}

/** Measures the cost of one unit of the work. The work returns the number of its units. */
async function costOf(server: BenchServer, work: () => Promise<number>): Promise<Cost> {
  const cost = startCpuMeter(processesOf(server));
  return cost(await work());
}

function scaled({ app, database }: Cost, factor: number): Cost {
  return { app: app * factor, database: database * factor };
}

/** Renews tokens one after another: each renewal uses the refresh token of the previous response. */
async function renewTokens({ url }: BenchServer, refreshToken: string): Promise<number> {
  const count = 300;
  let token = refreshToken;
  for (let renewal = 0; renewal < count; renewal += 1) {
    ({ refreshToken: token } = await tokensOf(await renew(url, token)));
  }
  return count;
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
