/** Measures how much a second server process adds when both share PostgreSQL and NATS. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../../../scripts/services/service.ts';
import { type BenchServer, pidOf, startApp, storages, viewersPerWard, withServer } from '../bench-server.ts';
import { startLoadGenerator } from '../load-generator.ts';
import { cores, startCpuMeter } from '../measure/processes.ts';
import { type Bench, type BenchOptions, ours } from '../row.ts';

const viewerCount = 2_000;
const wardCount = Math.ceil(viewerCount / viewersPerWard);
const deliveriesPerSecond = 50_000;
const load = { connections: 32, batch: 16, rate: deliveriesPerSecond / viewersPerWard } as const;
/** Two reconciliations and a little: what a process does without reports repeats after two seconds. */
const idleMs = 4_000;
const single = 'one process';
const name = 'deliveries for each second of two cores, two processes over NATS';

const reason =
  'Each update is encoded for NATS, sent, parsed and encoded for the viewers again in the second process. Each process prepares every update and has only half of the viewers to write it to, and it groups fewer reports in a transaction. The generator sends at a fixed rate and is not the limit.';

export const twoProcesses: Bench = {
  name: 'two-processes',
  about: `${viewerCount} viewers of ${wardCount} wards, ${deliveriesPerSecond} deliveries a second from lists of 16 reports. With two processes each holds half of the viewers of every ward and receives half of the reports. The figure is what their cores could deliver, computed from the processor time of a delivery, reports included, and of four seconds without reports: a machine with two cores has no third one for the load generator.`,
  rows: [{ name, unit: '1/s', goal: { atLeast: 1.8, of: single }, reason }],
  maxRounds: 2,
  measure: async (options) => {
    const ownServer = { wardCount, startStorage: storages.PostgreSQL };
    const one = await withServer(ownServer, (server) => capacityOf(server, [server.app], options));
    const two = await withServer(ownServer, async (server) => {
      // An access token is valid at both because they have the same public address.
      const settings = { ...server.settings, ROOM_STATUS_URL: server.url };
      const second = await startApp(server.folder, settings, cores.generator);
      try {
        return await capacityOf(server, [server.app, second], options);
      } finally {
        await second.stop();
      }
    });
    return [
      { row: name, subject: ours, ...two },
      { row: name, subject: single, ...one },
    ];
  },
};

/**
 * What so many cores could deliver, computed from the processor time of all processes together: what they need without
 * reports does not grow with the load, so it is subtracted from the cores and not counted for each delivery.
 */
async function capacityOf({ target }: BenchServer, apps: readonly Service[], { seconds }: BenchOptions) {
  const generator = startLoadGenerator({ ...target, ports: apps.map(({ port }) => port) });
  const startMeters = () => {
    const meters = apps.map((app) => startCpuMeter({ pid: pidOf(app) }));
    return () => meters.reduce((sum, meter) => sum + meter(1).app, 0);
  };
  try {
    await generator.open(viewerCount, viewersPerWard);
    await generator.send({ ...load, seconds: 2 });
    const idleUs = startMeters();
    await pause(idleMs);
    const idleShare = idleUs() / idleMs / 1_000;
    const usedUs = startMeters();
    const sent = await generator.send({ ...load, seconds });
    const cpuUs = (usedUs() - idleShare * sent.seconds * 1e6) / sent.deliveries;
    return { value: ((apps.length - idleShare) * 1e6) / cpuUs, cpuUs };
  } finally {
    generator.stop();
  }
}
