/** Measures updates from a report to the viewers of its ward, in Room Status and in its peers. */
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchServer, pidOf, viewersPerWard, withServer } from '../bench-server.ts';
import type { Load, Sent } from '../load-generator.ts';
import { residentBytes, startCpuMeter } from '../measure/processes.ts';
import { type Peer, withPeer } from '../peers/peer.ts';
import { type Bench, type BenchOptions, ours, type RowDefinition, type Sample } from '../row.ts';

const sizes = [1_000, 5_000, 10_000] as const;
const [smallest, overloaded, largest] = sizes;
const warmUpSeconds = 2;
/** Senders of the phases that are not an overload. */
const connections = 32;
const overloadConnections = 512;
/** Reports of a list. A peer has no lists: its calls are compared with both. */
const batch = 16;
/** Deliveries a second that are offered to so many viewers. */
const steadyRates = new Map<number, number>([
  [smallest, 20_000],
  [largest, 50_000],
]);
/** After this time the memory of new connections no longer grows. */
const settleMs = 3_000;
const bound = 'C broadcaster';

const rowNames = {
  singles: (viewers: number) => `deliveries to ${viewers} viewers, one call a report`,
  lists: (viewers: number) => `deliveries to ${viewers} viewers, lists of ${batch} reports`,
  overload: `deliveries to ${overloaded} viewers, ${overloadConnections} publishers`,
  overloadLists: `deliveries to ${overloaded} viewers, ${overloadConnections} publishers with lists of ${batch}`,
  steady: (viewers: number, quantile: string) =>
    `delivery ${quantile} at ${steadyRates.get(viewers)}/s to ${viewers} viewers`,
  connects: `event streams opened for ${largest} viewers with one token`,
  connectsEach: `event streams opened for ${largest} viewers with a token each`,
  generator: 'share of its core that the load generator used',
  memory: `memory of an idle viewer at ${largest}`,
  delivery: 'CPU of a delivery',
  errors: 'updates lost, doubled, out of order or in a wrong ward',
} as const;

/** What the limits seem to be, from profiles of the server under these loads. */
const reasons = {
  calls:
    'A call with one report costs more than its 35 deliveries. An empty Fastify route alone takes about half of what Nchan spends on the call and the deliveries together, and Nchan stores nothing. Lists share this cost.',
  overload:
    'The intake of durable reports is the limit, not the sending: each report gives 35 deliveries at most. The goal comes from a prototype that stored nothing.',
  steady:
    'A report is delivered once it is committed, so its delay contains a transaction. With its 35 deliveries it takes about 0.8 ms of the core, 2.6 times that of Nchan, so reports that arrive close together wait for each other. Nchan stores nothing.',
  connects:
    'Routing, rights and headers of a request take most of it, and with a token each also the check of an ES256 signature. Nchan checks no token.',
  memory: 'An open response of node:http that does nothing else takes 16.6 KB of resident memory.',
} as const;

const faster = (name: string, atLeast: number, reason: string): RowDefinition => ({
  name,
  unit: '1/s',
  goal: { atLeast, of: 'Nchan' },
  reason,
});

const rows: readonly RowDefinition[] = [
  ...sizes.map((viewers) => faster(rowNames.singles(viewers), 1.2, reasons.calls)),
  ...sizes.map((viewers) => faster(rowNames.lists(viewers), 1.2, reasons.calls)),
  faster(rowNames.overload, 5, reasons.overload),
  faster(rowNames.overloadLists, 5, reasons.overload),
  ...[...steadyRates.keys()].flatMap((viewers) =>
    ['p50', 'p99'].map((quantile) => ({
      name: rowNames.steady(viewers, quantile),
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
    for (const viewers of options.isQuick ? [smallest] : sizes) {
      const wardCount = Math.ceil(viewers / viewersPerWard);
      const measurePeer = (peer: Peer) => measureServer(peer, viewers, options);
      const ownServer = { wardCount, tokens: viewers };
      samples.push(
        ...(await withServer(ownServer, async (server) => [
          ...(await measureServer({ name: ours, service: server.app, load: server.load }, viewers, options)),
          ...(viewers === smallest ? [await measureDelivery(server, options)] : []),
        ])),
        ...(await withPeer('Nchan', wardCount, measurePeer)),
        ...(await withPeer(bound, wardCount, measurePeer)),
      );
    }
    return samples;
  },
};

/** Sends the same reports with and without viewers. The difference of the processor time is that of the viewers. */
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
  const deliver = async (single: string, list: string, senders: number) => {
    const calls = await send({ seconds, connections: senders });
    add(single, calls.sent.deliveriesPerSecond, calls.cpuUs);
    const lists = name === ours ? await send({ seconds, connections: senders, batch }) : calls;
    add(list, lists.sent.deliveriesPerSecond, lists.cpuUs);
  };
  const open = async (row: string, tokens: number) => {
    const cpu = startCpuMeter({ pid });
    const opened = await load.open(viewers, viewersPerWard, { tokens });
    if (viewers === largest) add(row, viewers / opened.seconds, cpu(viewers).app);
  };
  await load.open(300, viewersPerWard);
  await load.send({ seconds: warmUpSeconds, connections });
  await load.close();
  const memory = residentBytes(pid);
  await open(rowNames.connectsEach, viewers);
  if (viewers === largest) {
    await pause(settleMs);
    add(rowNames.memory, (residentBytes(pid) - memory) / viewers / 1024);
    await load.close();
    await open(rowNames.connects, 1);
  }
  await deliver(rowNames.singles(viewers), rowNames.lists(viewers), connections);
  if (name !== bound) {
    if (viewers === overloaded) await deliver(rowNames.overload, rowNames.overloadLists, overloadConnections);
    const rate = steadyRates.get(viewers);
    if (rate !== undefined) {
      const { sent, cpuUs } = await send({ seconds, connections, rate: rate / viewersPerWard });
      for (const quantile of ['p50', 'p99'] as const)
        add(rowNames.steady(viewers, quantile), sent.deliveryMs[quantile], cpuUs);
    }
    add(rowNames.generator, generator);
  }
  if (name === ours) add(rowNames.errors, errors);
  await load.close();
  return samples;
}
