/** Measures the web app in a real browser. */
import type { Bench } from '../row.ts';
import { withPageLab } from './page-lab.ts';
import { cardRows, measureReportToCard } from './report-to-card.ts';
import { measureUpdateCost, updateRows } from './update-cost.ts';

const busyMachine = 'Chromium paints without a graphics card, and shares two cores with the server and the sender';

export const page: Bench = {
  name: 'page',
  about:
    'Chromium, painting in software, shows a ward of 1,000 cards, or of 35 for the painted card. Updates of the large ward come from the page itself, so that only the page is measured. The CPU column is the processor time of the page’s main thread for the same update without the slowdown, with its highlight. 4x CPU is the slowdown of the developer tools.',
  rows: [
    ...updateRows.map(({ row, goalMs, reason }) => ({ name: row, unit: 'ms', goal: { atMost: goalMs }, reason })),
    { name: cardRows.p50, unit: 'ms', goal: { atMost: 20 }, reason: busyMachine },
    { name: cardRows.p99, unit: 'ms', goal: { atMost: 50 }, reason: busyMachine },
  ],
  // One round is enough: it repeats each measurement, and takes minutes.
  maxRounds: 1,
  measure: ({ seconds, isQuick }) => {
    const repetitions = isQuick ? 3 : 9;
    return withPageLab(1_000, async (lab) => [
      ...(await measureUpdateCost(lab, repetitions)),
      ...(await measureReportToCard(lab, seconds)),
    ]);
  },
};
