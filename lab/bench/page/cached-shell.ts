/** Measures a reload of a ward whose page is in the cache of the service worker, on a slow device and network. */
import { medianOf, ours, type Sample } from '../row.ts';
import { type PageLab, throttle } from './page-lab.ts';

export const shellRows = {
  painted: 'ward painted from the cached shell, 4x CPU, 150 ms, 1.6 Mbit/s',
  live: 'ward live after a reload, 4x CPU, 150 ms, 1.6 Mbit/s',
} as const;

/** The network of the requirement: 150 ms, 1.6 Mbit/s. */
const mobileNetwork = { roundTripMs: 150, bytesPerSecond: 200_000 };

export async function measureCachedShell(lab: PageLab, repetitions: number): Promise<Sample[]> {
  const board = await lab.openBoard(lab.smallWard);
  await board.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const { controller } = navigator.serviceWorker;
    if (controller === null) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    }
  });
  // The browser stores the compiled code of a script when the script is loaded for the second and third time.
  for (let visit = 0; visit < 3; visit += 1) await load();
  lab.network.slowDown(mobileNetwork);
  await throttle(board, 4);
  const painted: number[] = [];
  const live: number[] = [];
  for (let index = 0; index < repetitions; index += 1) {
    painted.push(await load());
    live.push(await board.page.evaluate(() => performance.now()));
  }
  lab.network.slowDown();
  await board.close();
  return [
    { row: shellRows.painted, subject: ours, value: medianOf(painted) },
    { row: shellRows.live, subject: ours, value: medianOf(live) },
  ];

  async function load(): Promise<number> {
    await board.page.reload({ waitUntil: 'commit' });
    const time = await board.page.evaluate(() => window.probe.firstRoom);
    await board.page.locator('[data-kind="live"]').waitFor();
    return time;
  }
}
