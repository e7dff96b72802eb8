/** From a report to the viewers of its ward: the product and Nchan, measured by the same viewers in the same run. */
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { type LabHome, nurse } from '../../shared/home.ts';
import { startBenchServer, viewerPaths, viewersPerWard } from '../bench-server.ts';
import { createHttpCaller } from '../clients/http-caller.ts';
import { openRawViewers, type RawViewers } from '../clients/raw-viewers.ts';
import { repeatAtRate, repeatFor } from '../clients/repeat.ts';
import { createReportMaker, type MadeReport } from '../clients/report-maker.ts';
import { type Figure, figuresOf } from '../measure/figures.ts';
import { startCostMeter } from '../measure/process-cost.ts';
import { startNchan } from '../nchan.ts';

export const aboutFanOut = `${viewersPerWard} viewers in each ward hold an event stream; each round changes one room in each ward. Room Status stores each report durably and checks a bearer token; Nchan keeps the last message in memory. CPU a delivery: what the process used beyond the same rounds without viewers.`;

export interface FanOutOptions {
  readonly viewers: number;
  readonly seconds: number;
  /** Of the part at a steady rate. */
  readonly deliveriesPerSecond: number;
}

interface Candidate {
  readonly name: string;
  readonly way: string;
  readonly pid: number;
  readonly send: (reports: readonly MadeReport[]) => Promise<unknown>;
  readonly makeReports: () => readonly MadeReport[];
  readonly openViewers: () => Promise<RawViewers>;
}

export async function measureFanOut(options: FanOutOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const server = await startBenchServer('sqlite', Math.ceil(options.viewers / viewersPerWard));
  try {
    const { home, port, name, pid } = server;
    const { accessToken: bearer } = await signIn(server.url, nurse.username, nurse.password);
    const caller = createHttpCaller({ port, bearer: home.deviceKey });
    const post = (body: unknown) => caller.post('/api/reports', JSON.stringify(body));
    const paths = viewerPaths(home, options.viewers, viewersPerWard);
    const openViewers = () => openRawViewers({ port, paths, bearer, measureEvery: viewersPerWard });
    const common = { name, pid, openViewers, makeReports: reportsForEachWard(home) };
    const candidates: readonly Candidate[] = [
      { ...common, way: 'reports in lists', send: (made) => post(made.map(({ report }) => report)) },
      { ...common, way: 'one call a report', send: (made) => Promise.all(made.map(({ report }) => post(report))) },
    ];
    for (const candidate of candidates) figures.push(...(await measure(candidate, options)));
    figures.push(...(await measureNchan(home, options)));
  } finally {
    await server.close();
  }
  return figures;
}

async function measureNchan(home: LabHome, options: FanOutOptions): Promise<Figure[]> {
  const nchan = await startNchan();
  if (nchan === undefined) return [];
  const { port, pid } = nchan;
  try {
    const caller = createHttpCaller({ port });
    const paths = viewerPaths(home, options.viewers, viewersPerWard, (ward) => `/subscribe/${ward}`);
    const candidate: Candidate = {
      name: 'Nchan',
      way: 'one call a message',
      pid,
      send: (made) =>
        Promise.all(made.map((one, ward) => caller.post(`/publish/${home.wards[ward]?.uuid}`, messageOf(one)))),
      makeReports: reportsForEachWard(home),
      openViewers: () => openRawViewers({ port, paths, measureEvery: viewersPerWard }),
    };
    const figures = await measure(candidate, options);
    return figures;
  } finally {
    await nchan.close();
  }
}

/** Three stretches: steady rounds without viewers, steady rounds with viewers, and as many rounds as possible. */
async function measure(candidate: Candidate, options: FanOutOptions): Promise<Figure[]> {
  const { name, way, pid, send, makeReports, openViewers } = candidate;
  const wards = Math.ceil(options.viewers / viewersPerWard);
  const roundsPerSecond = options.deliveriesPerSecond / options.viewers;
  const round = async (viewers?: RawViewers): Promise<void> => {
    const made = makeReports();
    for (const { report, revision } of made) viewers?.markSent(report.stream, revision);
    await send(made);
  };
  await repeatFor(1, 1, () => round());
  const withoutViewers = startCostMeter(pid);
  const roundsWithout = await repeatAtRate(options.seconds, roundsPerSecond, () => round());
  const cpuPerRound = withoutViewers.cpuMicroseconds() / roundsWithout;

  const viewers = await openViewers();
  await repeatFor(1, 1, () => round(viewers));
  viewers.takeLatencies();
  const before = { deliveries: viewers.deliveries(), bytes: viewers.bytes() };
  const steady = startCostMeter(pid);
  const rounds = await repeatAtRate(options.seconds, roundsPerSecond, () => round(viewers));
  const [steadyCpu, steadySeconds] = [steady.cpuMicroseconds(), steady.seconds()];
  const delivered = viewers.deliveries() - before.deliveries;
  const bytes = viewers.bytes() - before.bytes;
  const latencies = viewers.takeLatencies();

  const flatOutStart = viewers.deliveries();
  const flatOut = startCostMeter(pid);
  await repeatFor(options.seconds, 3, () => round(viewers));
  const [flatOutSeconds, flatOutCpu] = [flatOut.seconds(), flatOut.cpuMicroseconds()];
  const flatOutDelivered = viewers.deliveries() - flatOutStart;
  viewers.close();

  const figure = figuresOf(name, way);
  return [
    figure('CPU a report without viewers', cpuPerRound / wards, 'us'),
    figure('CPU a delivery', (steadyCpu - rounds * cpuPerRound) / delivered, 'us'),
    figure('bytes a delivery', bytes / delivered, 'bytes'),
    figure('steady deliveries', delivered / steadySeconds, '1/s'),
    figure('steady p50', percentile(latencies, 0.5), 'ms'),
    figure('steady p99', percentile(latencies, 0.99), 'ms'),
    figure('flat out deliveries', flatOutDelivered / flatOutSeconds, '1/s'),
    figure('flat out deliveries a CPU second', flatOutDelivered / (flatOutCpu / 1e6), '1/s'),
  ];
}

/** One report for each ward, for its rooms in turn. */
function reportsForEachWard(home: LabHome): () => readonly MadeReport[] {
  const makers = home.wards.map(({ rooms }) => createReportMaker(rooms));
  return () => makers.map((make) => make());
}

/** A message as long as an update of Room Status. */
function messageOf({ report, revision }: MadeReport): string {
  const { stream: uuid, status } = report;
  const lastNotificationSent = new Date().toISOString();
  return JSON.stringify([{ uuid, roomStatus: status, lastNotification: status, lastNotificationSent, revision }]);
}

/** The value that this share of the values does not exceed; 0 without values. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
