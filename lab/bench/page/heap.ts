/** Measures how much more memory the page uses after 200,000 updates. */
import { ours, type Sample } from '../row.ts';
import type { PageLab } from './page-lab.ts';
import { update } from './update-cost.ts';

const updatesPerEvent = 100;
const eventCount = 2_000;
const warmUpEventCount = 100;

export const heapRow = 'heap of the page after 200,000 updates';

export async function measureHeap(lab: PageLab): Promise<Sample[]> {
  const board = await lab.openBoard(lab.largeWard, { hasOwnUpdates: true });
  const { rooms } = lab.largeWard;
  await board.devtools.send('HeapProfiler.enable');
  await sendEvents(warmUpEventCount);
  const before = await usedMegabytes();
  await sendEvents(eventCount);
  const after = await usedMegabytes();
  await board.close();
  return [{ row: heapRow, subject: ours, value: after - before }];

  async function sendEvents(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const first = (index * updatesPerEvent) % rooms.length;
      const uuids = rooms.slice(first, first + updatesPerEvent).map(({ uuid }) => uuid);
      await update(board, uuids);
    }
  }

  async function usedMegabytes(): Promise<number> {
    // Timers and animations of the last updates hold memory until they have ended.
    await board.page.waitForTimeout(6_000);
    await board.devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await board.devtools.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  }
}
