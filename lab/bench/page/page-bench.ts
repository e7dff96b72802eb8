/** Measures the web app in a real browser. */
import { join } from 'node:path';
import { firstLoadBudgets, firstLoads } from '../../../scripts/build/first-load.mjs';
import { root } from '../../../scripts/setup/tools.mjs';
import { type Bench, ours, type Sample } from '../row.ts';
import { measureCachedShell, shellRows } from './cached-shell.ts';
import { withPageLab } from './page-lab.ts';
import { cardRows, measureReportToCard } from './report-to-card.ts';
import { measureScrolling, scrollRows } from './scrolling.ts';
import { heapRow, measureHeap, measureUpdateCost, updateRows } from './update-cost.ts';

const busyMachine = 'Chromium paints without a graphics card, and shares two cores with the server and the sender';
const firstLoadRow = (name: string) => `first load of the ${name}, JavaScript, brotli`;

export const page: Bench = {
  name: 'page',
  about:
    'Chromium, painting in software, shows a ward of 1,000 cards, or of 35 for the cached shell and the painted card. Updates of the large ward come from the page itself, so that only the page is measured. The CPU column is the processor time of the page’s main thread for the same update without the slowdown, with its highlight. 4x CPU is the slowdown of the developer tools; the slow network is a proxy between browser and server.',
  rows: [
    ...firstLoadBudgets.map(({ name, maxBytes }) => ({
      name: firstLoadRow(name),
      unit: 'kB',
      goal: { atMost: maxBytes / 1_000 },
    })),
    { name: shellRows.painted, unit: 'ms', goal: { atMost: 1_200 } },
    { name: shellRows.live, unit: 'ms' },
    ...updateRows.map(({ row, goalMs, reason }) => ({ name: row, unit: 'ms', goal: { atMost: goalMs }, reason })),
    ...scrollRows.map(({ row }) => ({ name: row, unit: 'fps', goal: { atLeast: 58 }, reason: busyMachine })),
    { name: cardRows.p50, unit: 'ms', goal: { atMost: 20 }, reason: busyMachine },
    { name: cardRows.p99, unit: 'ms', goal: { atMost: 50 }, reason: busyMachine },
    { name: heapRow, unit: 'MB', goal: { atMost: 3 } },
  ],
  // A round repeats each measurement, and takes minutes.
  maxRounds: 1,
  measure: ({ seconds, isQuick }) => {
    const repetitions = isQuick ? 3 : 9;
    return withPageLab(1_000, async (lab) => [
      ...measureFirstLoads(),
      ...(await measureCachedShell(lab, repetitions)),
      ...(await measureUpdateCost(lab, repetitions)),
      ...(await measureScrolling(lab, seconds)),
      ...(await measureReportToCard(lab, seconds)),
      ...(isQuick ? [] : await measureHeap(lab)),
    ]);
  },
};

function measureFirstLoads(): Sample[] {
  return firstLoads(join(root, 'dist/web')).map(({ name, bytes }) => ({
    row: firstLoadRow(name),
    subject: ours,
    value: bytes / 1_000,
  }));
}
