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
