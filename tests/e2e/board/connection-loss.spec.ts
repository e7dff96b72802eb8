import { connection, expect, expectLive, headerOf, openBoard, test } from '../support/test-ward.ts';
import { coveredElements } from '../support/layout/covered-elements.ts';
import {
  areCardsGrey,
  navigationOf,
  collectFailureTimes,
  nextNavigation,
  serviceWorkerReady,
} from '../support/connection-loss.ts';

test.use({ serviceWorkers: 'allow' });

const reloadAfterMs = 3_000;
/** `performance.timeOrigin` and the timestamps of console messages differ by rounding. */
const toleranceMs = 10;

test('[LIVE-3] [WARD-3] the page reloads 3000 ms after an outage begins and shows the last known rooms in grey until it is live again', async ({
  page,
  network,
  createWard,
  sounds,
}) => {
  const ward = await createWard(['Room 1', 'Room 2', 'Room 3']);
  await ward.report('Room 1', 'in_bed');
  await ward.report('Room 2', 'out_of_bed');
  await openBoard(page, ward);
  await serviceWorkerReady(page);
  const failures = collectFailureTimes(page);

  const navigation = nextNavigation(page);
  network.cut();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(/What you see is from \d\d:\d\d:\d\d\./);
  const { at, by } = await navigation;
  expect(by).toBe('reload');
  const elapsedMs = at - (failures[0] ?? 0);
  expect(elapsedMs).toBeGreaterThanOrEqual(reloadAfterMs - toleranceMs);
  expect(elapsedMs, 'a slow machine loads the page late').toBeLessThan(reloadAfterMs + 10_000);

  await expect(page.getByText('Loading streams...')).toBeVisible();
  expect(await coveredElements(page), 'the loading text covers nothing').toEqual([]);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await expect(headerOf(page, 'Room 2')).toHaveText('Room 2Out of bed');
  expect(await areCardsGrey(page)).toBe(true);
  await expect(notice).toContainText(/Connection lost\. What you see is from \d\d:\d\d:\d\d\./);
  await expect(connection(page)).toHaveText(/^Offline since \d\d:\d\d:\d\d$/);

  await ward.report('Room 1', 'man_down');
  await ward.report('Room 3', 'in_bathroom');
  const soundsBefore = sounds.count();
  network.mend();
  await expect(connection(page)).toHaveText('Live');
  await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible();
  await expectLive(page);
  await expect(headerOf(page, 'Room 2')).toHaveText('Room 2Out of bed');
  await expect(headerOf(page, 'Room 3')).toHaveText('Room 3Bathroom');
  await expect(notice).toHaveCount(0);
  expect(await areCardsGrey(page)).toBe(false);
  await expect.poll(() => sounds.count(), 'a report during the outage plays a sound').toBe(soundsBefore + 1);
  expect((await navigationOf(page)).at, 'one reload was enough').toBe(at);
});

test('[LIVE-3] [LIVE-4] a reconnect within 3000 ms cancels the page reload', async ({ page, network, openWard }) => {
  await page.clock.install();
  const ward = await openWard(['Room 1', 'Room 2']);
  await serviceWorkerReady(page);
  const failures = collectFailureTimes(page);
  const first = await navigationOf(page);
  // The clock of the page is paused, so that a slow machine does not change the result.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  const again = page.waitForRequest('**/api/streams/events?*');
  let isRequested = false;
  void again.then(() => (isRequested = true));
  network.cut();
  await expect.poll(() => failures.length).toBe(1);
  network.mend();
  // The server sends a random retry time between 500 and 1500 ms.
  await page.clock.runFor(450);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await areCardsGrey(page)).toBe(true);
  expect(isRequested).toBe(false);
  await page.clock.runFor(1_100);
  await again;
  await expect(async () => {
    await page.clock.runFor(50);
    expect(await connection(page).textContent()).toBe('Live');
  }).toPass();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.clock.fastForward(2 * reloadAfterMs);
  await page.clock.resume();
  await ward.report('Room 1', 'out_of_bed');
  await expect(headerOf(page, 'Room 1').getByText('Out of bed')).toBeVisible();
  expect(await navigationOf(page)).toEqual(first);
});

test('[LIVE-3] a connection without data is delayed after 15 s and lost after 30 s, and the board is live again when the network is back', async ({
  page,
  network,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  await ward.report('Room 2', 'out_of_bed');
  await page.clock.install();
  await openBoard(page, ward);
  await serviceWorkerReady(page);
  const reportedAt = await page.evaluate(() => Date.now());
  await ward.report('Room 1', 'in_bed');
  await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
  network.silence();
  await ward.report('Room 1', 'man_down');
  const silentSince = await page.evaluate(() => Date.now());
  // The clock of the page is paused, so that a slow machine does not change the result.
  await page.clock.pauseAt(silentSince + 1_000);

  await page.clock.runFor(10_000);
  await expect(connection(page)).toHaveText('Live');
  await page.clock.runFor(6_000);
  await expect(connection(page)).toHaveText('Delayed');
  expect(await areCardsGrey(page), 'a delayed board keeps its colours').toBe(false);
  await page.clock.runFor(9_000);
  await expect(connection(page)).toHaveText('Delayed');
  await page.clock.runFor(5_000);
  await expect(connection(page)).toHaveText(/^Offline since /);
  const reloaded = page.waitForEvent('domcontentloaded');
  await page.clock.resume();
  expect(await areCardsGrey(page)).toBe(true);
  const asOf = /from (\d\d:\d\d:\d\d)\./.exec((await page.getByRole('alert').textContent()) ?? '')?.[1] ?? '';
  const known = await page.evaluate(([text, at]) => new Date(`${new Date(at).toDateString()} ${text}`).getTime(), [
    asOf,
    silentSince,
  ] as const);
  // The time of the last byte, in whole seconds.
  expect(known).toBeGreaterThan(reportedAt - 1_000);
  expect(known).toBeLessThanOrEqual(silentSince);

  await reloaded;
  await expect(headerOf(page, 'Room 1')).toHaveText('Room 1In bed');
  expect(await areCardsGrey(page)).toBe(true);
  // No request of the reloaded page has failed yet, but its rooms come from the cache.
  await expect(connection(page)).toHaveText(`Offline since ${asOf}`);
  network.mend();
  await expect(connection(page)).toHaveText('Live');
  await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible();
  await expect(headerOf(page, 'Room 2')).toHaveText('Room 2Out of bed');
});
