/** Measures how much a second server process adds when both share PostgreSQL and NATS. */
import type { Service } from '../../../scripts/services/service.ts';
import { type BenchServer, pidOf, startApp, storages, viewersPerWard, withServer } from '../bench-server.ts';
import { startLoadGenerator } from '../load-generator.ts';
import { cores, startCpuMeter } from '../measure/processes.ts';
import { type Bench, type BenchOptions, ours } from '../row.ts';

const viewerCount = 2_000;
const wardCount = Math.ceil(viewerCount / viewersPerWard);
const deliveriesPerSecond = 50_000;
const load = { connections: 32, batch: 16, rate: deliveriesPerSecond / viewersPerWard } as const;
const single = 'one process';
const name = 'deliveries for each second of two cores, two processes over NATS';

const reason =
  'Each update is encoded for NATS, parsed and encoded for the viewers again in the second process, and both processes reconcile all wards.';

export const twoProcesses: Bench = {
  name: 'two-processes',
  about: `${viewerCount} viewers of ${wardCount} wards, ${deliveriesPerSecond} deliveries a second from lists of 16 reports. With two processes each holds half of the viewers of every ward and receives half of the reports. The figure is computed from the processor time of a delivery, reports included: a machine with two cores has no third one for the load generator.`,
  rows: [{ name, unit: '1/s', goal: { atLeast: 1.8, of: single }, reason }],
  maxRounds: 2,
  measure: async (options) => {
    const ownServer = { wardCount, startStorage: storages.PostgreSQL };
    const one = await withServer(ownServer, (server) => cpuOfDelivery(server, [server.app], options));
    const two = await withServer(ownServer, async (server) => {
      // An access token is valid at both because they have the same public address.
      const settings = { ...server.settings, ROOM_STATUS_URL: server.url };
      const second = await startApp(server.folder, settings, cores.generator);
      try {
        return await cpuOfDelivery(server, [server.app, second], options);
      } finally {
        await second.stop();
      }
    });
    return [
      { row: name, subject: ours, value: 2e6 / two, cpuUs: two },
      { row: name, subject: single, value: 1e6 / one, cpuUs: one },
    ];
  },
};

/** Microseconds of all processes together. */
async function cpuOfDelivery({ target }: BenchServer, apps: readonly Service[], { seconds }: BenchOptions) {
  const generator = startLoadGenerator({ ...target, ports: apps.map(({ port }) => port) });
  try {
    await generator.open(viewerCount, viewersPerWard);
    await generator.send({ ...load, seconds: 2 });
    const meters = apps.map((app) => startCpuMeter({ pid: pidOf(app) }));
    const { deliveries } = await generator.send({ ...load, seconds });
    return meters.reduce((sum, meter) => sum + meter(deliveries).app, 0);
  } finally {
    generator.stop();
  }
}
