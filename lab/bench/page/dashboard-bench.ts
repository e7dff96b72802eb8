/** Compares a board of 40 rooms, with one update a second, with a Node-RED dashboard. */
import { pidOf } from '../bench-server.ts';
import { cores, pin, residentBytes } from '../measure/processes.ts';
import { type Bench, medianOf, ours, type Sample } from '../row.ts';
import { startNodeRed } from './node-red.ts';
import { type Board, type PageLab, withPageLab } from './page-lab.ts';
import { createSender } from './report-to-card.ts';
import { threadMs } from './update-cost.ts';

const roomCount = 40;
const peer = 'Node-RED';
/** The page loads what it needs later while it is idle. */
const settleMs = 3_000;
const minUpdates = 10;

const rowNames = {
  time: 'board of 40 rooms: first load until all rooms are shown',
  bytes: 'board of 40 rooms: bytes of the first load',
  update: 'board of 40 rooms: time of the page’s main thread for an update',
  memory: 'board of 40 rooms: memory of the server',
} as const;
/** What the limits seem to be, from runs without updates and without motion. */
const reasons = {
  time: 'The ward shows a room after it has fetched its list for the nurse who is signed in. Node-RED signs nobody in, and its rooms are empty until their first update.',
  update:
    'The highlight of the changed card takes a part of this time, and the first updates also compile code. In Node-RED only a text changes.',
  memory: 'Node.js with an empty Fastify route alone has 91 MiB.',
} as const;
const row = (name: string, unit: string, reason?: string) => ({
  name,
  unit,
  goal: { atMost: 0.333, of: peer },
  reason,
});

export const dashboard: Bench = {
  name: 'dashboard',
  about: `Chromium shows a ward of ${roomCount} rooms, and a Node-RED dashboard with a text for each of ${roomCount} rooms. Each gets one update a second, which raises no alert. The first load is a reload without the cache and the service worker.`,
  rows: [
    row(rowNames.time, 'ms', reasons.time),
    row(rowNames.bytes, 'kB'),
    row(rowNames.update, 'ms', reasons.update),
    row(rowNames.memory, 'MiB', reasons.memory),
  ],
  measure: ({ seconds }) => {
    const updates = Math.max(minUpdates, seconds);
    return withPageLab(roomCount, async (lab) => {
      const board = await lab.openBoard(lab.largeWard);
      const send = createSender(lab, lab.largeWard);
      const update = () => send(new Date().toISOString());
      return [
        ...(await measureBoard({ subject: ours, board, shown: '[data-stream]', pid: lab.pid, updates, update })),
        ...(await measureNodeRed(lab, updates)),
      ];
    });
  },
};

async function measureNodeRed({ browser }: PageLab, updates: number): Promise<Sample[]> {
  const started = await startNodeRed(roomCount);
  if (started === undefined) return [];
  const { service, url } = started;
  try {
    const pid = pidOf(service);
    pin(pid, cores.server);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url);
    const board = { page, devtools: await page.context().newCDPSession(page), close: () => page.close() };
    const shown = 'label.nrdb-ui-text-label';
    return await measureBoard({ subject: peer, board, shown, pid, updates, update: async () => undefined });
  } finally {
    await service.stop();
  }
}

interface Measured {
  readonly subject: string;
  readonly board: Board;
  /** Selects an element of each room. */
  readonly shown: string;
  readonly pid: number;
  readonly updates: number;
  /** Causes an update, unless the server causes one each second itself. */
  readonly update: () => Promise<unknown>;
}

async function measureBoard({ subject, board, shown, pid, updates, update }: Measured): Promise<Sample[]> {
  const { page, devtools } = board;
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.setBypassServiceWorker', { bypass: true });
  const loadMs: number[] = [];
  for (let load = 0; load < 3; load += 1) {
    bytes = 0;
    const start = performance.now();
    await page.reload({ waitUntil: 'commit' });
    await page
      .locator(shown)
      .nth(roomCount - 1)
      .waitFor();
    loadMs.push(performance.now() - start);
    await page.waitForTimeout(settleMs);
  }
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await threadMs(board);
  for (let count = 0; count < updates; count += 1) {
    await update();
    await page.waitForTimeout(1_000);
  }
  const updateMs = ((await threadMs(board)) - before) / updates;
  await board.close();
  return [
    { row: rowNames.time, subject, value: medianOf(loadMs) },
    { row: rowNames.bytes, subject, value: bytes / 1_000 },
    { row: rowNames.update, subject, value: updateMs },
    { row: rowNames.memory, subject, value: residentBytes(pid) / 2 ** 20 },
  ];
}
