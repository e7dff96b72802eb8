/** From a report to the viewers of its ward: the product and Nchan, measured by the same viewers in the same run. */
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { type LabHome, nurse } from '../../shared/home.ts';
import { eventStreamUrl, measureOnSqlite, viewersPerWard, wardsOfViewers } from '../bench-server.ts';
import { call } from '../load/call.ts';
import { type NewReport, newReports } from '../load/new-reports.ts';
import { openViewers, type Viewers } from '../load/open-viewers.ts';
import { repeatAtRate, repeatFor } from '../load/repeat.ts';
import { startCpuMeter } from '../measure/cpu-meter.ts';
import type { Figure } from '../measure/figures.ts';
import { startNchan } from '../nchan.ts';

export const aboutFanOut = `${viewersPerWard} viewers in each ward hold an event stream; each round changes one room in each ward. Room Status stores each report durably and checks a bearer token; Nchan keeps the last message in memory. CPU a delivery: what the process used beyond the same rounds without viewers.`;

export interface FanOutOptions {
  readonly viewers: number;
  readonly seconds: number;
  readonly deliveriesPerSecond: number;
}

/** The product or a peer. */
interface Candidate {
  readonly name: string;
  readonly pid: number;
  readonly send: (report: NewReport, ward: string) => Promise<unknown>;
  readonly openViewers: () => Promise<Viewers>;
}

export function measureFanOut(options: FanOutOptions): Promise<Figure[]> {
  return measureOnSqlite(Math.ceil(options.viewers / viewersPerWard), async ({ name, pid, url, home }) => {
    const { accessToken: bearer } = await signIn(url, nurse.username, nurse.password);
    const wards = wardsOfViewers(home, options.viewers, viewersPerWard);
    const candidate: Candidate = {
      name,
      pid,
      send: (report) => {
        const body = JSON.stringify({ ...report, at: new Date().toISOString() });
        return call(`${url}/api/reports`, { bearer: home.deviceKey, body });
      },
      openViewers: () => openViewers({ urls: wards.map((ward) => eventStreamUrl(url, ward)), bearer }),
    };
    return [...(await measure(candidate, home, options)), ...(await measureNchan(home, options))];
  });
}

async function measureNchan(home: LabHome, options: FanOutOptions): Promise<Figure[]> {
  const nchan = await startNchan();
  if (nchan === undefined) return [];
  const { url, pid } = nchan;
  const wards = wardsOfViewers(home, options.viewers, viewersPerWard);
  const candidate: Candidate = {
    name: 'Nchan',
    pid,
    send: (report, ward) => call(`${url}/publish/${ward}`, { body: updateOf(report) }),
    openViewers: () => openViewers({ urls: wards.map((ward) => `${url}/subscribe/${ward}`) }),
  };
  try {
    return await measure(candidate, home, options);
  } finally {
    await nchan.close();
  }
}

/** Measures the same rounds first without viewers, then with viewers. */
async function measure(candidate: Candidate, home: LabHome, options: FanOutOptions): Promise<Figure[]> {
  const { viewers: viewerCount, seconds, deliveriesPerSecond } = options;
  const wards = home.wards.map(({ uuid, rooms }) => ({ uuid, reports: newReports(rooms) }));
  const sendRound = () => Promise.all(wards.map(({ uuid, reports }) => candidate.send(reports.next().value, uuid)));
  const sendRounds = (duration: number) => repeatAtRate(duration, deliveriesPerSecond / viewerCount, sendRound);
  // Warms up the just-in-time compiler, so that the stretches with and without viewers can be compared.
  await repeatFor(seconds, 3, sendRound);
  const withoutViewers = startCpuMeter(candidate);
  const cpuPerRound = withoutViewers(await sendRounds(seconds)).app;

  const viewers = await candidate.openViewers();
  await repeatFor(seconds, 3, sendRound);
  viewers.latencies.length = 0;
  const bytesBefore = viewers.bytes();
  const withViewers = startCpuMeter(candidate);
  const rounds = await sendRounds(seconds);
  const { app: cpu } = withViewers(1);
  const latencies = viewers.latencies.toSorted((one, other) => one - other);
  const bytes = viewers.bytes() - bytesBefore;
  viewers.close();

  const delivered = latencies.length;
  const figure = (what: string, value: number, unit: string): Figure => ({
    subject: candidate.name,
    way: 'one call a report',
    measure: what,
    value,
    unit,
  });
  return [
    figure('CPU a report without viewers', cpuPerRound / wards.length, 'us'),
    figure('CPU a delivery', (cpu - rounds * cpuPerRound) / delivered, 'us'),
    figure('bytes a delivery', bytes / delivered, 'bytes'),
    figure('steady deliveries', delivered / seconds, '1/s'),
    figure('steady p50', latencies[Math.floor(delivered * 0.5)] ?? 0, 'ms'),
    figure('steady p99', latencies[Math.floor(delivered * 0.99)] ?? 0, 'ms'),
  ];
}

/** The update that Room Status sends for this report. */
function updateOf({ stream: uuid, status }: NewReport): string {
  const lastNotificationSent = new Date().toISOString();
  return JSON.stringify([{ uuid, roomStatus: status, lastNotification: status, lastNotificationSent, revision: 1 }]);
}
