/** Measures the start of the built server, its memory while it is idle, and whether its heap grows with work. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../../scripts/services/ports.ts';
import { createService, type Service } from '../../../scripts/services/service.ts';
import { type BenchServer, pidOf, roomsPerWard, viewersPerWard, withServer } from '../bench-server.ts';
import { cpuSeconds, residentBytes } from '../measure/cpu-meter.ts';
import type { Load } from '../load-generator.ts';
import { type Bench, type BenchOptions, ours, type Sample } from '../row.ts';

const wardCount = 29;
/** What a home of this size does in a few days. */
const day = { reports: 200_000, connects: 10_000 };
const quickDay = { reports: 20_000, connects: 1_000 };
const load: Omit<Load, 'seconds'> = { connections: 4, batch: 100 };
/** Caches that are filled and code that is compiled by the first work are no growth. */
const warmUpSeconds = 4;
/** The server releases closed connections and expired entries of its caches within this time. */
const settleMs = 6_000;
const peer = 'empty Fastify route';

const rowNames = {
  start: 'start until /health answers',
  memory: 'memory of the idle server',
  growth: `heap growth by ${day.reports} reports and ${day.connects} connects`,
} as const;

export const start: Bench = {
  name: 'start',
  about: `The built server starts on SQLite with a home of ${wardCount * roomsPerWard} rooms. CPU is that of one start. Then viewers connect and leave, and rooms report; the heap is measured after a garbage collection, once before and once after.`,
  rows: [
    {
      name: rowNames.start,
      unit: 's',
      goal: { atMost: 0.7 },
      reason: 'other programs used the cores. Compare with the empty Fastify route, which starts in the same run.',
    },
    { name: rowNames.memory, unit: 'MiB', goal: { atMost: 110 } },
    { name: rowNames.growth, unit: 'MB', goal: { atMost: 3 } },
  ],
  maxRounds: 2,
  measure: async (options) => [
    ...(await withServer({ wardCount }, ({ app }) => measureStart(ours, app))),
    ...(await measureEmptyRoute()),
    await measureGrowth(options),
  ],
};

/** Starts the service again, because its first start has created the data. */
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

async function measureEmptyRoute(): Promise<Sample[]> {
  const folder = await mkdtemp(join(tmpdir(), 'room-status-start-'));
  const port = await freePort();
  const args = [join(import.meta.dirname, '../peers/empty-route-main.ts'), 'fastify', String(port)];
  const service = createService({ name: peer, port, logFile: join(folder, 'log'), file: process.execPath, args });
  try {
    return await measureStart(peer, service);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}

function measureGrowth({ seconds, isQuick }: BenchOptions): Promise<Sample> {
  const { reports, connects } = isQuick ? quickDay : day;
  const file = join(tmpdir(), `room-status-heap-${process.pid}.txt`);
  const hook = pathToFileURL(join(import.meta.dirname, '../measure/heap-hook.ts'));
  const settings = { NODE_OPTIONS: `--import=${hook.href}`, HEAP_FILE: file };
  return withServer({ wardCount, settings }, async (server) => {
    const viewers = wardCount * viewersPerWard;
    await server.load.open(viewers, viewersPerWard);
    await server.load.close();
    await server.load.send({ ...load, seconds: warmUpSeconds });
    const before = await heapBytes(server, file);
    for (let sent = 0; sent < reports;) sent += (await server.load.send({ ...load, seconds })).reports;
    for (let opened = 0; opened < connects; opened += viewers) {
      await server.load.open(viewers, viewersPerWard);
      await server.load.close();
    }
    const growth = (await heapBytes(server, file)) - before;
    return { row: rowNames.growth, subject: ours, value: growth / 1e6 };
  });
}

async function heapBytes({ app }: BenchServer, file: string): Promise<number> {
  await pause(settleMs);
  await rm(file, { force: true });
  process.kill(pidOf(app), 'SIGUSR2');
  for (;;) {
    await pause(50);
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return Number(text);
  }
}
