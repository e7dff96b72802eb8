/** Measures what it costs to send an update to all viewers of a ward, in Room Status and in Nchan. */
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../../../tests/support/identity/sign-in.ts';
import { type LabHome, nurse } from '../../shared/home.ts';
import { eventStreamUrl, measureOn, sqliteStorage, viewersPerWard, wardsOfViewers } from '../bench-server.ts';
import { call } from '../load/call.ts';
import { type NewReport, newReports } from '../load/new-reports.ts';
import { openViewers, type Viewers } from '../load/open-viewers.ts';
import { repeatAtRate, repeatFor } from '../load/repeat.ts';
import { startCpuMeter } from '../measure/cpu-meter.ts';
import type { Figure } from '../measure/figures.ts';
import { startNchan } from '../nchan.ts';

export const aboutFanOut = `${viewersPerWard} viewers in each ward hold an event stream; each round changes one room in each ward. Room Status stores each report durably and checks a bearer token; Nchan keeps the last message in memory. The CPU of a delivery is the processor time beyond that of the same rounds without viewers.`;

const warmUpSeconds = 3;
/** After a round, all viewers have received its updates within this time. */
const deliveryMs = 500;

export interface FanOutOptions {
  readonly viewers: number;
  readonly seconds: number;
  readonly deliveriesPerSecond: number;
}

/** Room Status or Nchan. */
interface Candidate {
  readonly name: string;
  readonly pid: number;
  readonly send: (report: NewReport, ward: string) => Promise<unknown>;
  readonly openViewers: () => Promise<Viewers>;
}

export function measureFanOut(options: FanOutOptions): Promise<Figure[]> {
  return measureOn(sqliteStorage, Math.ceil(options.viewers / viewersPerWard), async ({ name, pid, url, home }) => {
    const { accessToken: bearer } = await signIn(url, nurse.username, nurse.password);
    const wards = wardsOfViewers(home, options.viewers, viewersPerWard);
    const urls = wards.map((ward) => eventStreamUrl(url, ward));
    const candidate: Candidate = {
      name,
      pid,
      send: (report) => {
        const body = JSON.stringify({ ...report, at: new Date().toISOString() });
        return call(`${url}/api/reports`, { bearer: home.deviceKey, body });
      },
      openViewers: () => openViewers(urls, bearer),
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
    openViewers: () => openViewers(wards.map((ward) => `${url}/subscribe/${ward}`)),
  };
  try {
    return await measure(candidate, home, options);
  } finally {
    await nchan.close();
  }
}

/** Sends the same reports first without viewers, then with viewers. The difference is the cost of the viewers. */
async function measure(candidate: Candidate, home: LabHome, options: FanOutOptions): Promise<Figure[]> {
  const { viewers: viewerCount, seconds, deliveriesPerSecond } = options;
  const wards = home.wards.map(({ uuid, rooms }) => ({ uuid, reports: newReports(rooms) }));
  const sendRound = () => Promise.all(wards.map(({ uuid, reports }) => candidate.send(reports.next().value, uuid)));
  const sendRounds = (duration: number) => repeatAtRate(duration, deliveriesPerSecond / viewerCount, sendRound);
  // A warm-up, not measured: the server needs more processor time until its code is compiled.
  await repeatFor(warmUpSeconds, 3, sendRound);
  const withoutViewers = startCpuMeter(candidate);
  const cpuPerRound = withoutViewers(await sendRounds(seconds)).app;

  const viewers = await candidate.openViewers();
  await repeatFor(warmUpSeconds, 3, sendRound);
  await pause(deliveryMs);
  viewers.latencies.length = 0;
  const bytesBefore = viewers.bytes();
  const withViewers = startCpuMeter(candidate);
  const rounds = await sendRounds(seconds);
  await pause(deliveryMs);
  const { app: cpu } = withViewers(1);
  const latencies = viewers.latencies.toSorted((one, other) => one - other);
  const bytes = viewers.bytes() - bytesBefore;
  viewers.close();

  const delivered = latencies.length;
  const common = { subject: candidate.name, way: 'one call for each report' };
  return [
    { ...common, measure: 'CPU of a report without viewers', value: cpuPerRound / wards.length, unit: 'us' },
    { ...common, measure: 'CPU of a delivery', value: (cpu - rounds * cpuPerRound) / delivered, unit: 'us' },
    { ...common, measure: 'bytes of a delivery', value: bytes / delivered, unit: 'bytes' },
    { ...common, measure: 'latency p50', value: latencies[Math.floor(delivered * 0.5)] ?? 0, unit: 'ms' },
    { ...common, measure: 'latency p99', value: latencies[Math.floor(delivered * 0.99)] ?? 0, unit: 'ms' },
  ];
}

/** The update that Room Status sends for this report. */
function updateOf({ stream: uuid, status }: NewReport): string {
  const lastNotificationSent = new Date().toISOString();
  return JSON.stringify([{ uuid, roomStatus: status, lastNotification: status, lastNotificationSent, revision: 1 }]);
}
