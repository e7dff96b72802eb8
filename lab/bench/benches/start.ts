/** Measures the start of the built server, and its memory while it is idle. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Service } from '../../../scripts/services/service.ts';
import { pidOf, roomsPerWard, withServer } from '../bench-server.ts';
import { cpuSeconds, residentBytes } from '../measure/processes.ts';
import { withPeer } from '../peers/peer.ts';
import { type Bench, ours, type Sample } from '../row.ts';

const wardCount = 29;
/** The time after which the memory of the server no longer changes. */
const settleMs = 6_000;
const peer = 'empty Fastify route';

const rowNames = { start: 'start until /health answers', memory: 'memory of the idle server' } as const;

export const start: Bench = {
  name: 'start',
  about: `The built server starts on SQLite with a home of ${wardCount * roomsPerWard} rooms. CPU is that of one start.`,
  rows: [
    {
      name: rowNames.start,
      unit: 's',
      goal: { atMost: 0.7 },
      reason: 'other programs used the cores. Compare with the empty Fastify route, which starts in the same run.',
    },
    {
      name: rowNames.memory,
      unit: 'MiB',
      goal: { atMost: 110 },
      reason: 'With the routes and schemas of the administration it is 11 MiB more than before them.',
    },
  ],
  measure: async () => [
    ...(await withServer({ wardCount }, ({ app }) => measureStart(ours, app))),
    ...(await withPeer(peer, 1, ({ service }) => measureStart(peer, service))),
  ],
};

/** Measures the second start of a service, because its first start has created the data. */
async function measureStart(subject: string, service: Service): Promise<Sample[]> {
  await service.stop();
  const startedAt = performance.now();
  await service.start();
  const value = (performance.now() - startedAt) / 1_000;
  const cpuUs = cpuSeconds(pidOf(service)) * 1e6;
  await pause(settleMs);
  return [
    { row: rowNames.start, subject, value, cpuUs },
    { row: rowNames.memory, subject, value: residentBytes(pidOf(service)) / 2 ** 20 },
  ];
}
