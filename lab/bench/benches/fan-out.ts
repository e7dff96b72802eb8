/** Measures updates from a report to the viewers of its ward, in Room Status and in its peers. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchServer, pidOf, viewersPerWard, withServer } from '../bench-server.ts';
import type { Load, LoadGenerator, Sent } from '../load-generator.ts';
import { residentBytes, startCpuMeter } from '../measure/cpu-meter.ts';
import { withPeer } from '../peers/peer.ts';
import { type Bench, type BenchOptions, ours, type RowDefinition, type Sample } from '../row.ts';

const sizes = [1_000, 5_000, 10_000] as const;
const warmUpSeconds = 2;
/** Senders of the phases that are not an overload. */
const connections = 32;
const overloadViewers = 5_000;
const overloadConnections = 512;
/** Deliveries a second that are offered to so many viewers. */
const steadyRates = new Map([
  [1_000, 20_000],
  [10_000, 50_000],
]);
/** After this time the memory of new connections no longer grows. */
const settleMs = 3_000;

const rowNames = {
  singles: (viewers: number) => `deliveries to ${viewers} viewers, one call a report`,
  lists: (viewers: number) => `deliveries to ${viewers} viewers, lists of 16 reports`,
  overload: `deliveries to ${overloadViewers} viewers, ${overloadConnections} publishers`,
  overloadLists: `deliveries to ${overloadViewers} viewers, ${overloadConnections} publishers with lists of 16`,
  steady: (viewers: number, quantile: string) =>
    `delivery ${quantile} at ${steadyRates.get(viewers)}/s to ${viewers} viewers`,
  connects: 'event streams opened for 10000 viewers with one token',
  connectsEach: 'event streams opened for 10000 viewers with a token each',
  generator: 'share of its core that the load generator used',
  memory: 'memory of an idle viewer at 10000',
  delivery: 'CPU of a delivery',
  errors: 'updates lost, doubled, out of order or in a wrong ward',
} as const;

/** What the limits seem to be, from profiles of the server under these loads. */
const reasons = {
  singles:
    'A call with one report costs more than its 35 deliveries. An empty Fastify route alone takes about half of what Nchan spends on the call and the deliveries together, and Nchan stores nothing. Lists share this cost.',
  overload:
    'The intake of durable reports is the limit, not the sending: each report gives 35 deliveries at most. The goal comes from a prototype that stored nothing.',
  steady: 'A report is delivered once it is durable, so its delay contains the sync of the disk. Nchan stores nothing.',
  connects:
    'Routing, rights and headers of a request take most of it, and with a token each also the check of an ES256 signature. Nchan checks no token.',
  memory: 'An open response of node:http that does nothing else takes about 16 KB of resident memory.',
} as const;

const rows: readonly RowDefinition[] = [
  ...sizes.map((size) => ({
    name: rowNames.singles(size),
    unit: '1/s',
    goal: { atLeast: 1.2, of: 'Nchan' },
    reason: reasons.singles,
  })),
  ...sizes.map((size) => ({ name: rowNames.lists(size), unit: '1/s', goal: { atLeast: 1.2, of: 'Nchan' } })),
  { name: rowNames.overload, unit: '1/s', goal: { atLeast: 5, of: 'Nchan' }, reason: reasons.overload },
  { name: rowNames.overloadLists, unit: '1/s', goal: { atLeast: 5, of: 'Nchan' }, reason: reasons.overload },
  ...[...steadyRates.keys()].flatMap((size) =>
    ['p50', 'p99'].map((quantile) => ({
      name: rowNames.steady(size, quantile),
      unit: 'ms',
      goal: { atMost: 2, of: 'Nchan' },
      reason: reasons.steady,
    })),
  ),
  { name: rowNames.connects, unit: '1/s', goal: { atLeast: 13_000 }, reason: reasons.connects },
  { name: rowNames.connectsEach, unit: '1/s', goal: { atLeast: 13_000 }, reason: reasons.connects },
  { name: rowNames.generator, unit: '', goal: { atMost: 0.9 } },
  { name: rowNames.memory, unit: 'KB', goal: { atMost: 10 }, reason: reasons.memory },
  { name: rowNames.delivery, unit: 'µs' },
  { name: rowNames.errors, unit: '', goal: { atMost: 0 } },
];

export const fanOut: Bench = {
  name: 'fan-out',
  about: `${viewersPerWard} viewers in each ward hold an event stream, and reports change the rooms of all wards in turn. Room Status stores each report durably on SQLite and checks a bearer token; Nchan keeps the last message in memory; the C broadcaster only writes. Server and load generator have a core each.`,
  rows,
  measure: async (options) => {
    const samples: Sample[] = [];
    for (const viewers of options.isQuick ? [1_000] : sizes) {
      const wardCount = Math.ceil(viewers / viewersPerWard);
      samples.push(
        ...(await withServer({ wardCount, tokens: viewers }, (server) => measureOurs(server, viewers, options))),
      );
      for (const peer of ['Nchan', 'C broadcaster'] as const) {
        const measured = await withPeer(peer, wardCount, ({ name, pid, load }) =>
          measureServer({ subject: name, pid: () => pid, load, viewers, options }),
        );
        samples.push(...(measured ?? []));
      }
    }
    return samples;
  },
};

async function measureOurs(server: BenchServer, viewers: number, options: BenchOptions): Promise<Sample[]> {
  const { load, app } = server;
  const samples = await measureServer({ subject: ours, pid: () => pidOf(app), load, viewers, options });
  if (viewers === 1_000)
    samples.push({ row: rowNames.delivery, subject: ours, value: await deliveryCost(server, options) });
  return samples;
}

/** Sends the same reports with and without viewers. The difference of the processor time is that of the viewers. */
async function deliveryCost({ load, app }: BenchServer, { seconds }: BenchOptions): Promise<number> {
  const send = async () => {
    const cpu = startCpuMeter({ pid: pidOf(app) });
    const sent = await load.send({ seconds, connections, batch: 16, rate: 20_000 / viewersPerWard });
    return { sent, cpuUs: cpu(1).app };
  };
  await load.open(1_000, viewersPerWard);
  const withViewers = await send();
  await load.close();
  const without = await send();
  const reportsUs = (without.cpuUs / without.sent.reports) * withViewers.sent.reports;
  return (withViewers.cpuUs - reportsUs) / withViewers.sent.deliveries;
}

interface Measured {
  readonly subject: string;
  readonly pid: () => number;
  readonly load: LoadGenerator;
  readonly viewers: number;
  readonly options: BenchOptions;
}

async function measureServer({ subject, pid, load, viewers, options }: Measured): Promise<Sample[]> {
  const samples: Sample[] = [];
  const add = (row: string, value: number, cpuUs?: number) =>
    samples.push({ row, subject, value, ...(cpuUs !== undefined && { cpuUs }) });
  let [errors, generator] = [0, 0];
  const send = async (phase: Load): Promise<{ sent: Sent; cpuUs: number }> => {
    const cpu = startCpuMeter({ pid: pid() });
    const sent = await load.send(phase);
    const { app } = cpu(1);
    generator = Math.max(generator, sent.generatorCpuSeconds / sent.seconds);
    errors += sent.lost + sent.doubled + sent.outOfOrder + sent.wrongWard + sent.disconnected;
    return { sent, cpuUs: app / sent.deliveries };
  };
  await load.open(300, viewersPerWard);
  await load.send({ seconds: warmUpSeconds, connections });
  await load.close();
  const open = async (row: string, tokens: number) => {
    const cpu = startCpuMeter({ pid: pid() });
    const opened = await load.open(viewers, viewersPerWard, { tokens });
    if (viewers === 10_000) add(row, viewers / opened.seconds, cpu(viewers).app);
  };
  const memory = residentBytes(pid());
  await open(rowNames.connectsEach, viewers);
  if (viewers === 10_000) {
    await pause(settleMs);
    add(rowNames.memory, (residentBytes(pid()) - memory) / viewers / 1024);
    await load.close();
    await open(rowNames.connects, 1);
  }
  const { seconds } = options;
  const isBound = subject === 'C broadcaster';
  const singles = await send({ seconds, connections });
  add(rowNames.singles(viewers), singles.sent.deliveriesPerSecond, singles.cpuUs);
  // A peer has no lists. Its calls are compared with both.
  const lists = subject === ours ? await send({ seconds, connections, batch: 16 }) : singles;
  add(rowNames.lists(viewers), lists.sent.deliveriesPerSecond, lists.cpuUs);
  if (viewers === overloadViewers && !isBound) {
    const overload = await send({ seconds, connections: overloadConnections });
    add(rowNames.overload, overload.sent.deliveriesPerSecond, overload.cpuUs);
    const inLists = subject === ours ? await send({ seconds, connections: overloadConnections, batch: 16 }) : overload;
    add(rowNames.overloadLists, inLists.sent.deliveriesPerSecond, inLists.cpuUs);
  }
  const steady = steadyLoad(viewers, options);
  if (steady !== undefined && !isBound) {
    const { sent, cpuUs } = await send(steady);
    for (const quantile of ['p50', 'p99'] as const)
      add(rowNames.steady(viewers, quantile), sent.deliveryMs[quantile], cpuUs);
  }
  if (!isBound) add(rowNames.generator, generator);
  if (subject === ours) add(rowNames.errors, errors);
  await load.close();
  return samples;
}

function steadyLoad(viewers: number, { seconds }: BenchOptions): Load | undefined {
  const rate = steadyRates.get(viewers);
  return rate === undefined ? undefined : { seconds, connections, rate: rate / viewersPerWard };
}
