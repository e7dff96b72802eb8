/** Measures what an update of 1 and of 500 among 1,000 cards costs. */
import { roomStatusEventName } from '../../../src/contract/board/live-events.ts';
import { medianOf, ours, type Sample } from '../row.ts';
import { type Board, type PageLab, throttle } from './page-lab.ts';

export const updateRows = [
  {
    count: 1,
    row: 'update of 1 of 1,000 cards until painted, 4x CPU',
    goalMs: 10,
    reason:
      'The next frame comes after 8 ms on average. It takes 9 ms of processor time without the slowdown: 3 ms for scripts, 3 ms for style and layout, and the rest for the paint.',
  },
  {
    count: 500,
    row: 'update of 500 of 1,000 cards until painted, 4x CPU',
    goalMs: 70,
    reason:
      'It takes 35 ms of processor time without the slowdown: 17 ms for scripts, mostly React and its changes of the document, 8 ms for style and layout of the cards near the screen, and up to 5 ms for the message with which the benchmark sends the updates.',
  },
] as const;

/** The number of updates before the measurement. The browser compiles code that has run a few times. */
const warmUpCount = 6;
/** The pause between two updates. It is longer than the highlight of an update. */
const pauseMs = 1_400;

const statuses = [3, 5, 6, 4, 15];
/** The last revision that was sent. It is higher than all revisions of the home. */
let revision = 1_000_000;

/** Creates an event with an update for each room. `sent`: the time of its notifications, another for each call. */
function updatesOf(uuids: readonly string[]): { readonly text: string; readonly sent: string } {
  revision += 1;
  const status = statuses[revision % statuses.length];
  const sent = new Date(Date.now() - 3_600_000 + (revision % 1_000)).toISOString();
  const updates = uuids.map((uuid) => ({
    uuid,
    roomStatus: status,
    lastNotification: status,
    lastNotificationSent: sent,
    revision,
  }));
  return { text: `event: ${roomStatusEventName}\ndata: ${JSON.stringify(updates)}\n\n`, sent };
}

export async function measureUpdateCost(lab: PageLab, repetitions: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { count, row } of updateRows) {
    const board = await lab.openBoard(lab.largeWard, { hasOwnUpdates: true });
    const uuids = lab.largeWard.rooms.slice(0, count).map(({ uuid }) => uuid);
    // On a busy machine the processor time of the thread is comparable, and the time until the paint is not.
    await board.devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy: number[] = [];
    for (let index = -warmUpCount; index < repetitions; index += 1) {
      const before = await threadMs(board);
      await update(board, uuids);
      await board.page.waitForTimeout(pauseMs);
      if (index >= 0) busy.push((await threadMs(board)) - before);
    }
    await throttle(board, 4);
    const painted: number[] = [];
    for (let index = 0; index < repetitions; index += 1) {
      painted.push(await update(board, uuids));
      await board.page.waitForTimeout(pauseMs);
    }
    await board.close();
    samples.push({ row, subject: ours, value: medianOf(painted), cpuUs: medianOf(busy) * 1_000 });
  }
  return samples;
}

/** Returns the milliseconds from the arrival of the bytes until the end of the frame that shows them. */
function update({ page }: Board, uuids: readonly string[]): Promise<number> {
  const { text, sent } = updatesOf(uuids);
  return page.evaluate(
    async ([bytes, uuid, time]) => {
      const start = performance.now();
      const painted = window.probe.painted(uuid, time);
      window.probe.receive(bytes);
      return (await painted) - start;
    },
    [text, uuids[0] ?? '', sent] as const,
  );
}

/** Returns the processor time of the page's main thread, with style, layout and paint, in milliseconds. */
async function threadMs({ devtools }: Board): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}
