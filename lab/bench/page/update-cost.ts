/** Measures updates of 1 and of 500 cards among 1,000. */
import { medianOf, ours, type Sample } from '../row.ts';
import { type Board, type PageLab, throttle } from './page-lab.ts';
import { updatesOf } from './room-updates.ts';

export const updateRows = [
  { count: 1, row: 'update of 1 of 1,000 cards until painted, 4x CPU', goalMs: 10 },
  { count: 500, row: 'update of 500 of 1,000 cards until painted, 4x CPU', goalMs: 70 },
] as const;

/** The browser compiles code that has run a few times. */
const warmUpCount = 6;
/** Longer than the highlight of an update. */
const pauseMs = 1_400;

export async function measureUpdateCost(lab: PageLab, repetitions: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { count, row } of updateRows) {
    const board = await lab.openBoard(lab.largeWard, { hasOwnUpdates: true });
    const uuids = lab.largeWard.rooms.slice(0, count).map(({ uuid }) => uuid);
    // On a busy machine the time of the thread can be compared, and the time until the paint cannot.
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
export function update({ page }: Board, uuids: readonly string[]): Promise<number> {
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

/** Processor time of the page's main thread, with style, layout and paint, in milliseconds. */
export async function threadMs({ devtools }: Board): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}
