/** From a report to the viewers of its ward: the product against Nchan, by the same viewers, in the same run. */
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { createHttpCaller } from '../clients/http-caller.ts';
import { repeatAtRate, repeatFor } from '../clients/repeat-for.ts';
import { createReportMaker, type News } from '../clients/report-maker.ts';
import { openViewers, type Viewers } from '../clients/viewers.ts';
import type { Figure } from '../measure/figures.ts';
import { percentile } from '../measure/percentile.ts';
import { watchCost } from '../measure/process-cost.ts';
import { type BenchHome, nurse, viewersPerWard } from '../subjects/bench-home.ts';
import { startNchan } from '../subjects/nchan.ts';
import { startBenchServer } from '../subjects/room-status.ts';

export const aboutFanOut = `${viewersPerWard} viewers a ward hold an event stream (a bearer at ours); each round says something new of one room in each ward. Ours stores each report durably first, Nchan keeps the last message in memory. CPU a delivery: what the process used beyond the same rounds without viewers.`;

export interface FanOutOptions {
  readonly viewers: number;
  readonly seconds: number;
  /** Of the steady part. */
  readonly deliveriesPerSecond: number;
}

/** One thing to be measured: how a round of news is handed to it. */
interface Contender {
  readonly name: string;
  readonly way: string;
  readonly pid: number;
  /** Something new in each ward. `viewers` are told before it is sent. */
  readonly round: (viewers: Viewers | undefined) => Promise<void>;
}

export async function measureFanOut(options: FanOutOptions): Promise<Figure[]> {
  const wards = Math.ceil(options.viewers / viewersPerWard);
  const figures: Figure[] = [];
  const server = await startBenchServer('sqlite', wards);
  try {
    const { accessToken } = await signIn(server.url, nurse.username, nurse.password);
    const caller = createHttpCaller({ port: server.port, bearer: server.home.deviceKey, connections: 8 });
    const next = newsOf(server.home);
    const contenders = [
      {
        way: 'reports in lists',
        round: async (viewers: Viewers | undefined) => {
          await caller.post('/api/reports', JSON.stringify(next(viewers).map(({ report }) => report)));
        },
      },
      {
        way: 'one call a report',
        round: async (viewers: Viewers | undefined) => {
          await Promise.all(next(viewers).map(({ report }) => caller.post('/api/reports', JSON.stringify(report))));
        },
      },
    ].map((one): Contender => ({ ...one, name: server.name, pid: server.pid }));
    const open = () =>
      openViewers({
        port: server.port,
        paths: pathsOf(server.home, options.viewers, (ward) => `/api/streams/events?wardUUID=${ward}`),
        headers: [`Authorization: Bearer ${accessToken}`],
        looksEvery: viewersPerWard,
      });
    for (const contender of contenders) figures.push(...(await measure(contender, open, options)));
    caller.close();
    figures.push(...(await measureNchan(server.home, options)));
  } finally {
    await server.close();
  }
  return figures;
}

async function measureNchan(home: BenchHome, options: FanOutOptions): Promise<Figure[]> {
  const nchan = await startNchan();
  if (nchan === undefined) {
    console.warn('Nchan is left out: it is not installed (apt-get install nginx libnginx-mod-nchan)');
    return [];
  }
  try {
    const caller = createHttpCaller({ port: nchan.port, connections: 8 });
    const next = newsOf(home);
    const round = async (viewers: Viewers | undefined) => {
      const publish = (news: News, index: number) =>
        caller.post(`/publish/${home.wards[index]?.uuid}`, messageOf(news));
      await Promise.all(next(viewers).map(publish));
    };
    const open = () =>
      openViewers({
        port: nchan.port,
        paths: pathsOf(home, options.viewers, (ward) => `/subscribe/${ward}`),
        headers: [],
        looksEvery: viewersPerWard,
      });
    const figures = await measure({ name: 'Nchan', way: 'one call a message', pid: nchan.pid, round }, open, options);
    caller.close();
    return figures;
  } finally {
    await nchan.close();
  }
}

async function measure(contender: Contender, open: () => Promise<Viewers>, options: FanOutOptions): Promise<Figure[]> {
  const { name, way, pid, round } = contender;
  const wards = Math.ceil(options.viewers / viewersPerWard);
  const roundsPerSecond = options.deliveriesPerSecond / options.viewers;
  await repeatFor(1, 1, () => round(undefined));
  const alone = watchCost(pid);
  const roundsAlone = await repeatAtRate(options.seconds, roundsPerSecond, () => round(undefined));
  const perRoundAlone = alone.cpuMicroseconds() / roundsAlone;

  const viewers = await open();
  await repeatFor(1, 1, () => round(viewers));
  viewers.takeLatencies();
  const before = { deliveries: viewers.deliveries(), bytes: viewers.bytes() };
  const steady = watchCost(pid);
  const rounds = await repeatAtRate(options.seconds, roundsPerSecond, () => round(viewers));
  const [steadyCpu, steadySeconds] = [steady.cpuMicroseconds(), steady.seconds()];
  const delivered = viewers.deliveries() - before.deliveries;
  const bytes = viewers.bytes() - before.bytes;
  const latencies = viewers.takeLatencies();

  const flatStart = viewers.deliveries();
  const flat = watchCost(pid);
  await repeatFor(options.seconds, 3, () => round(viewers));
  const [flatSeconds, flatCpu] = [flat.seconds(), flat.cpuMicroseconds()];
  const flatDelivered = viewers.deliveries() - flatStart;
  viewers.close();

  const figure = (measured: string, value: number, unit: string): Figure => ({
    subject: name,
    way,
    measure: measured,
    value,
    unit,
  });
  return [
    figure('CPU a report without viewers', perRoundAlone / wards, 'us'),
    figure('CPU a delivery', (steadyCpu - rounds * perRoundAlone) / delivered, 'us'),
    figure('bytes a delivery', bytes / delivered, 'bytes'),
    figure('steady deliveries', delivered / steadySeconds, '1/s'),
    figure('steady p50', percentile(latencies, 0.5), 'ms'),
    figure('steady p99', percentile(latencies, 0.99), 'ms'),
    figure('flat out deliveries', flatDelivered / flatSeconds, '1/s'),
    figure('flat out deliveries a CPU second', flatDelivered / (flatCpu / 1e6), '1/s'),
  ];
}

/** One report of each ward, of its rooms in turn. */
function newsOf(home: BenchHome): (viewers: Viewers | undefined) => readonly News[] {
  const makers = home.wards.map(({ rooms }) => createReportMaker(rooms));
  return (viewers) =>
    makers.map((maker) => {
      const news = maker.next();
      viewers?.sent(news.report.stream, news.revision);
      return news;
    });
}

/** As long as ours is on the wire. */
function messageOf({ report, revision }: News): string {
  const { stream: uuid, status } = report;
  const lastNotificationSent = new Date().toISOString();
  return JSON.stringify([{ uuid, roomStatus: status, lastNotification: status, lastNotificationSent, revision }]);
}

function pathsOf(home: BenchHome, viewers: number, pathOf: (ward: string) => string): readonly string[] {
  return Array.from({ length: viewers }, (_none, index) =>
    pathOf(home.wards[Math.floor(index / viewersPerWard)]?.uuid ?? ''),
  );
}
