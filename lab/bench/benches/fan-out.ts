/** Measures updates from a report to the viewers of its ward, in Room Status and in its peers. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchServer, pidOf, viewersPerWard, withServer } from '../bench-server.ts';
import type { Load, Sent } from '../load-generator.ts';
import { residentBytes, startCpuMeter } from '../measure/processes.ts';
import { type Peer, withPeer } from '../peers/peer.ts';
import { type Bench, type BenchOptions, ours, type RowDefinition, type Sample } from '../row.ts';

const sizes = [1_000, 5_000, 10_000] as const;
const [smallest, , largest] = sizes;
const warmUpSeconds = 2;
const connections = 32;
/** The number of reports in a list. A peer has no lists: its calls are compared with lists and with single reports. */
const batch = 16;
/** For each number of viewers, the updates per second that the server has to deliver to all of them together. */
const steadyRates = new Map<number, number>([
  [smallest, 20_000],
  [largest, 50_000],
]);
/** The time after which the memory of new connections no longer grows. */
const settleMs = 3_000;

const rowNames = {
  singles: (viewers: number) => `deliveries to ${viewers} viewers, one call a report`,
  lists: (viewers: number) => `deliveries to ${viewers} viewers, lists of ${batch} reports`,
  steady: (viewers: number, quantile: string) =>
    `delivery ${quantile} at ${steadyRates.get(viewers)}/s to ${viewers} viewers`,
  connects: `event streams opened for ${largest} viewers with a token each`,
  generator: 'share of its core that the load generator used',
  memory: `memory of an idle viewer at ${largest}`,
  delivery: 'CPU of a delivery',
  errors: 'updates lost, doubled, out of order or in a wrong ward',
} as const;

/** What probably limits each figure, from profiles of the server under these loads. */
const reasons = {
  calls:
    'A call with one report costs more than its 35 deliveries. An empty Fastify route alone takes about half of what Nchan spends on the call and the deliveries together, and Nchan stores nothing. Lists share this cost.',
  steady:
    'A report is delivered once it is committed, so its delay contains a transaction. With its 35 deliveries it takes about 0.8 ms of the core, 2.6 times that of Nchan, so reports that arrive close together wait for each other. Nchan stores nothing.',
  connects:
    'Routing, rights and headers of a request take most of it, and the check of an ES256 signature. Nchan checks no token.',
  memory: 'An open response of node:http that does nothing else takes 16.6 KB of resident memory.',
} as const;

const faster = (name: string): RowDefinition => ({
  name,
  unit: '1/s',
  goal: { atLeast: 1.2, of: 'Nchan' },
  reason: reasons.calls,
});

const rows: readonly RowDefinition[] = [
  ...sizes.map((viewers) => faster(rowNames.singles(viewers))),
  ...sizes.map((viewers) => faster(rowNames.lists(viewers))),
  ...[...steadyRates.keys()].flatMap((viewers) =>
    ['p50', 'p99'].map((quantile) => ({
      name: rowNames.steady(viewers, quantile),
      unit: 'ms',
      goal: { atMost: 2, of: 'Nchan' },
      reason: reasons.steady,
    })),
  ),
  { name: rowNames.connects, unit: '1/s', goal: { atLeast: 13_000 }, reason: reasons.connects },
  { name: rowNames.generator, unit: '', goal: { atMost: 0.9 } },
  { name: rowNames.memory, unit: 'KB', goal: { atMost: 10 }, reason: reasons.memory },
  { name: rowNames.delivery, unit: 'µs' },
  { name: rowNames.errors, unit: '', goal: { atMost: 0 } },
];

export const fanOut: Bench = {
  name: 'fan-out',
  about: `${viewersPerWard} viewers in each ward hold an event stream, and reports change the rooms of all wards in turn. Room Status stores each report durably on SQLite and checks a bearer token; Nchan keeps the last message in memory. Server and load generator have a core each.`,
  rows,
  measure: async (options) => {
    const samples: Sample[] = [];
    for (const viewers of options.isQuick ? [smallest] : sizes) {
      const wardCount = Math.ceil(viewers / viewersPerWard);
      samples.push(
        ...(await withServer({ wardCount, tokens: viewers }, async (server) => [
          ...(await measureServer({ name: ours, service: server.app, load: server.load }, viewers, options)),
          ...(viewers === smallest ? [await measureDelivery(server, options)] : []),
        ])),
        ...(await withPeer('Nchan', wardCount, (peer) => measureServer(peer, viewers, options))),
      );
    }
    return samples;
  },
};

/** Measures a delivery: the processor time of the same reports with viewers, less that without viewers. */
async function measureDelivery({ load, app }: BenchServer, { seconds }: BenchOptions): Promise<Sample> {
  const send = async () => {
    const cpu = startCpuMeter({ pid: pidOf(app) });
    const sent = await load.send({ seconds, connections, batch, rate: 20_000 / viewersPerWard });
    return { sent, cpuUs: cpu(1).app };
  };
  await load.open(smallest, viewersPerWard);
  const withViewers = await send();
  await load.close();
  const without = await send();
  const reportsUs = (without.cpuUs / without.sent.reports) * withViewers.sent.reports;
  const value = (withViewers.cpuUs - reportsUs) / withViewers.sent.deliveries;
  return { row: rowNames.delivery, subject: ours, value };
}

type Measured = Pick<Peer, 'service' | 'load'> & { readonly name: string };

async function measureServer(measured: Measured, viewers: number, { seconds }: BenchOptions): Promise<Sample[]> {
  const { name, service, load } = measured;
  const pid = pidOf(service);
  const samples: Sample[] = [];
  const add = (row: string, value: number, cpuUs?: number) =>
    samples.push({ row, subject: name, value, ...(cpuUs !== undefined && { cpuUs }) });
  let [errors, generator] = [0, 0];
  const send = async (phase: Load): Promise<{ sent: Sent; cpuUs: number }> => {
    const cpu = startCpuMeter({ pid });
    const sent = await load.send(phase);
    generator = Math.max(generator, sent.generatorCpuSeconds / sent.seconds);
    errors += sent.lost + sent.doubled + sent.outOfOrder + sent.wrongWard + sent.disconnected;
    return { sent, cpuUs: cpu(sent.deliveries).app };
  };
  await load.open(300, viewersPerWard);
  await load.send({ seconds: warmUpSeconds, connections });
  await load.close();
  const memory = residentBytes(pid);
  const connecting = startCpuMeter({ pid });
  const opened = await load.open(viewers, viewersPerWard);
  if (viewers === largest) {
    add(rowNames.connects, viewers / opened.seconds, connecting(viewers).app);
    await pause(settleMs);
    add(rowNames.memory, (residentBytes(pid) - memory) / viewers / 1024);
  }
  const singles = await send({ seconds, connections });
  add(rowNames.singles(viewers), singles.sent.deliveriesPerSecond, singles.cpuUs);
  const lists = name === ours ? await send({ seconds, connections, batch }) : singles;
  add(rowNames.lists(viewers), lists.sent.deliveriesPerSecond, lists.cpuUs);
  const rate = steadyRates.get(viewers);
  if (rate !== undefined) {
    const { sent, cpuUs } = await send({ seconds, connections, rate: rate / viewersPerWard });
    for (const quantile of ['p50', 'p99'] as const)
      add(rowNames.steady(viewers, quantile), sent.deliveryMs[quantile], cpuUs);
  }
  add(rowNames.generator, generator);
  if (name === ours) add(rowNames.errors, errors);
  await load.close();
  return samples;
}
