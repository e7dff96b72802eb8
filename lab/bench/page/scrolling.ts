/** Measures the frames of a page that scrolls over 1,000 cards, without updates and with 35 updates a second. */
import { ours, type Sample } from '../row.ts';
import { type PageLab, throttle } from './page-lab.ts';
import { updatesOf } from './update-cost.ts';

export const scrollRows = [
  { perSecond: 0, rate: 1, row: 'frames while 1,000 cards scroll' },
  { perSecond: 35, rate: 1, row: 'frames while 1,000 cards scroll, 35 updates a second' },
  { perSecond: 0, rate: 4, row: 'frames while 1,000 cards scroll, 4x CPU' },
  { perSecond: 35, rate: 4, row: 'frames while 1,000 cards scroll, 35 updates a second, 4x CPU' },
] as const;

export async function measureScrolling(lab: PageLab, seconds: number): Promise<Sample[]> {
  const board = await lab.openBoard(lab.largeWard, { hasOwnUpdates: true });
  const { rooms } = lab.largeWard;
  const measure = (perSecond: number) => {
    const texts = Array.from({ length: perSecond * seconds }, (_none, index) => {
      // Rooms far apart, so that some of the updated cards are on the screen and others are not.
      return updatesOf([rooms[(index * 37) % rooms.length]?.uuid ?? '']).text;
    });
    return board.page.evaluate(scrollAndCount, { texts, perSecond, seconds });
  };
  // The first pass lays out cards that no other pass has to lay out again.
  await measure(35);
  const samples: Sample[] = [];
  for (const { perSecond, rate, row } of scrollRows) {
    await throttle(board, rate);
    samples.push({ row, subject: ours, value: await measure(perSecond) });
  }
  await board.close();
  return samples;
}

interface Scrolling {
  readonly texts: readonly string[];
  readonly perSecond: number;
  readonly seconds: number;
}

/** Runs in the page. Scrolls in each frame, and returns the frames per second. */
function scrollAndCount({ texts, perSecond, seconds: duration }: Scrolling): Promise<number> {
  window.scrollTo(0, 0);
  const timers = texts.map((text, index) => setTimeout(() => window.probe.receive(text), (index * 1_000) / perSecond));
  return new Promise((resolve) => {
    let count = 0;
    let start = 0;
    const step = (time: number) => {
      if (start === 0) start = time;
      const elapsed = (time - start) / 1_000;
      if (elapsed >= duration) {
        for (const timer of timers) clearTimeout(timer);
        return resolve(count / elapsed);
      }
      count += 1;
      window.scrollBy(0, 15);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
