/** What an open board costs while nothing happens, when it comes, and when its token is renewed. */
import { setTimeout as pause } from 'node:timers/promises';
import { renew, signIn, tokensOf } from '../../../tests/support/identity/sign-in.ts';
import { createHttpCaller } from '../clients/http-caller.ts';
import { repeatFor } from '../clients/repeat-for.ts';
import { openViewers, type Viewers } from '../clients/viewers.ts';
import type { Figure } from '../measure/figures.ts';
import { residentBytes, watchCost } from '../measure/process-cost.ts';
import { nurse, roomsPerWard, viewersPerWard } from '../subjects/bench-home.ts';
import { type BenchServer, startBenchServer, type SubjectKind } from '../subjects/room-status.ts';

export const aboutViewers = `Boards that are open while nothing is reported: first none, then one in each of many wards, then ${viewersPerWard} in each of a few; from these three follow the parts of a watched ward and of a viewer. Each stretch is as long as the pause between two heartbeats of a viewer, or a multiple of it.`;

const wards = 300;
/** A viewer is looked after every ten seconds: contract/live-events.ts. */
const stretchMs = 10_000;

/** Microseconds of processor time. */
interface Both {
  readonly app: number;
  readonly database: number;
}

export async function measureViewers(viewers: number): Promise<Figure[]> {
  return [...(await measureOn('sqlite', viewers)), ...(await measureOn('postgres', viewers))];
}

async function measureOn(kind: SubjectKind, viewers: number): Promise<Figure[]> {
  const server = await startBenchServer(kind, wards);
  try {
    const { accessToken, refreshToken } = await signIn(server.url, nurse.username, nurse.password);
    const paths = (count: number, each: number) =>
      Array.from(
        { length: count },
        (_none, index) => `/api/streams/events?wardUUID=${server.home.wards[Math.floor(index / each)]?.uuid}`,
      );
    const open = (count: number, each: number) =>
      openViewers({
        port: server.port,
        paths: paths(count, each),
        headers: [`Authorization: Bearer ${accessToken}`],
        looksEvery: count,
      });
    const caller = createHttpCaller({ port: server.port, bearer: accessToken, connections: 8 });
    let asked = 0;
    // Of another ward each time: those of one ward who ask together share a reading.
    const askForList = () => {
      asked += 1;
      return caller.get(`/api/streams?locationUUID=${server.home.wards[asked % wards]?.uuid}`);
    };
    await repeatFor(1, 4, askForList);

    const nobody = await idle(server);
    const spread = await during(open(wards, 1), () => idle(server));
    await pause(500);

    const memory = residentBytes(server.pid);
    const coming = watchBoth(server);
    const crowd = open(viewers, viewersPerWard);
    await crowd;
    const perConnect = coming(viewers);
    const perViewerBytes = (residentBytes(server.pid) - memory) / viewers;
    const crowded = await during(crowd, () => idle(server));

    const lists = watchBoth(server);
    const perList = lists(await repeatFor(3, 4, askForList));
    caller.close();
    const perRenewal = await renewals(server, refreshToken);
    const signIns = watchBoth(server);
    const perSignIn = signIns(await repeatFor(3, 1, () => signIn(server.url, nurse.username, nurse.password)));

    const crowdedWards = Math.ceil(viewers / viewersPerWard);
    const figure = (measure: string, value: number, unit: string): Figure => ({
      subject: server.name,
      way: 'open boards',
      measure,
      value,
      unit,
    });
    const shares = (part: keyof Both) => {
      const [a, b] = [spread[part] - nobody[part], crowded[part] - nobody[part]];
      const viewer = (b - (a * crowdedWards) / wards) / (viewers - crowdedWards);
      return { viewer: Math.max(0, viewer), ward: Math.max(0, a / wards - viewer) };
    };
    const rooms = (wards * roomsPerWard) / 1000;
    const figures = [
      figure('CPU a 1000 rooms and second, nobody watching', nobody.app / rooms, 'us'),
      figure('CPU a viewer and second', shares('app').viewer, 'us'),
      figure('CPU a watched ward and second', shares('app').ward, 'us'),
      figure('CPU a connection', perConnect.app, 'us'),
      figure('CPU a list of a ward', perList.app, 'us'),
      figure('CPU a renewed token', perRenewal.app, 'us'),
      figure('CPU a sign-in', perSignIn.app, 'us'),
      figure('memory a viewer', perViewerBytes, 'bytes'),
      figure('memory of a process without viewers', memory, 'bytes'),
    ];
    if (kind === 'sqlite') return figures;
    return [
      ...figures,
      figure('database CPU a 1000 rooms and second, nobody watching', nobody.database / rooms, 'us'),
      figure('database CPU a viewer and second', shares('database').viewer, 'us'),
      figure('database CPU a watched ward and second', shares('database').ward, 'us'),
      figure('database CPU a connection', perConnect.database, 'us'),
      figure('database CPU a list of a ward', perList.database, 'us'),
      figure('database CPU a renewed token', perRenewal.database, 'us'),
    ];
  } finally {
    await server.close();
  }
}

/** In a second in which nothing happens. */
async function idle(server: BenchServer): Promise<Both> {
  const [cost, start] = [watchBoth(server), performance.now()];
  await pause(stretchMs);
  return cost((performance.now() - start) / 1000);
}

/** From now on; asked how often something was done, it says what each took. */
function watchBoth({ pid, postgres }: BenchServer): (times: number) => Both {
  const app = watchCost(pid);
  const database = postgres === undefined ? undefined : watchCost(postgres.pid);
  return (times) => ({
    app: app.cpuMicroseconds() / times,
    database: (database?.cpuMicroseconds() ?? 0) / times,
  });
}

async function during<T>(opening: Promise<Viewers>, measure: () => Promise<T>): Promise<T> {
  const viewers = await opening;
  const measured = await measure();
  viewers.close();
  return measured;
}

async function renewals(server: BenchServer, firstToken: string): Promise<Both> {
  let token = firstToken;
  const cost = watchBoth(server);
  return cost(
    await repeatFor(2, 1, async () => {
      ({ refreshToken: token } = await tokensOf(await renew(server.url, token)));
    }),
  );
}
