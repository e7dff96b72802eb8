import { connection, expect, expectLive, headerOf, openBoard, test } from '../support/test-ward.ts';
import { coveredElements } from '../support/covered-elements.ts';
import { signIn } from '../support/fixtures.ts';
import {
  areCardsGrey,
  navigationOf,
  expectConsoleErrors,
  expectCardsMatchDatabase,
  failedCalls,
  collectFailureTimes,
  listFailed,
  liveFailed,
  nextNavigation,
  serviceWorkerReady,
} from '../support/connection-loss.ts';

const reloadAfterMs = 3_000;
/** Two clocks of one browser, rounded. */
const toleranceMs = 10;

test.afterEach(({ path }) => path.mend());

test('[LIVE-3] [WARD-3] the server goes away: reload after 3000 ms, the last known rooms lie grey in plain sight while it loads, and all is true again by itself', async ({
  page,
  path,
  app,
  createWard,
  report,
  sounds,
  console,
}) => {
  const ward = await createWard(['Room 1', 'Room 2', 'Room 3']);
  await report(ward.uuidOf('Room 1'), 'in_bed');
  await report(ward.uuidOf('Room 2'), 'out_of_bed');
  await openBoard(page, ward);
  await serviceWorkerReady(page);
  const failures = collectFailureTimes(page);

  const birth = nextNavigation(page);
  path.cut();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText(/What you see is from \d\d:\d\d:\d\d\./);
  const { at, by } = await birth;
  expect(by).toBe('reload');
  const passed = at - (failures[0] ?? 0);
  expect(passed).toBeGreaterThanOrEqual(reloadAfterMs - toleranceMs);
  expect(passed).toBeLessThan(reloadAfterMs + 2_000);

  await expect(page.getByText('Loading streams...')).toBeVisible();
  expect(await coveredElements(page), 'the loading covers nothing').toEqual([]);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await expect(headerOf(page, 'Room 2')).toHaveText('Room 2Out of bed');
  expect(await areCardsGrey(page)).toBe(true);
  await expect(notice).toContainText(/Connection lost\. What you see is from \d\d:\d\d:\d\d\./);
  await expect(connection(page)).toHaveText(/^Offline since \d\d:\d\d:\d\d$/);

  await report(ward.uuidOf('Room 1'), 'man_down');
  await report(ward.uuidOf('Room 3'), 'in_bathroom');
  const heardBefore = sounds.count();
  path.mend();
  await expect(connection(page)).toHaveText('Live', { timeout: 20_000 });
  await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible();
  await expectLive(page);
  await expectCardsMatchDatabase(page, app, ward);
  await expect(notice).toHaveCount(0);
  expect(await areCardsGrey(page)).toBe(false);
  expect(sounds.count(), 'what happened meanwhile is news').toBe(heardBefore + 1);
  expect((await navigationOf(page)).at, 'one reload was enough').toBe(at);
  expectConsoleErrors(console, liveFailed, failedCalls, listFailed);
});

test(
  '[LIVE-3] [LIVE-4] a connection that is back in time, after the short delay that the server asks for, calls the reload off',
  { tag: '@wide' },
  async ({ page, path, createWard, report, console }) => {
    const ward = await createWard(['Room 1', 'Room 2']);
    await page.clock.install();
    await openBoard(page, ward);
    const failures = collectFailureTimes(page);
    const first = await navigationOf(page);
    const again = page.waitForRequest('**/api/streams/events?*').then(() => Date.now());
    path.cut();
    await expect.poll(() => failures.length).toBe(1);
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await areCardsGrey(page)).toBe(true);
    path.mend();
    // The server asks for 500 to 1500 ms, each time another.
    const paused = (await again) - (failures[0] ?? 0);
    expect(paused).toBeGreaterThanOrEqual(500 - toleranceMs);
    expect(paused).toBeLessThan(reloadAfterMs);
    await expectLive(page);
    await expect(page.getByRole('alert')).toHaveCount(0);

    await page.clock.fastForward(2 * reloadAfterMs);
    await report(ward.uuidOf('Room 1'), 'out_of_bed');
    await expect(headerOf(page, 'Room 1').getByText('Out of bed')).toBeVisible();
    expect(await navigationOf(page)).toEqual(first);
    expectConsoleErrors(console, liveFailed, failedCalls);
  },
);

const refusals = [
  {
    what: 'a status of 500',
    answer: { status: 500, contentType: 'text/event-stream', body: '' },
    reason: 'status 500',
  },
  {
    what: 'a page',
    answer: { status: 200, contentType: 'text/html', body: '<p>' },
    reason: 'the content type text/html',
  },
] as const;

for (const { what, answer, reason } of refusals) {
  test(
    `[LIVE-4] [LIVE-3] ${what} instead of events is fatal: logged, and the page reloaded after 3000 ms`,
    { tag: '@wide' },
    async ({ page, createWard, console }) => {
      const ward = await createWard(['Room 1', 'Room 2']);
      const failures = collectFailureTimes(page);
      let isRefused = true;
      await page.route('**/api/streams/events?*', (route) => (isRefused ? route.fulfill(answer) : route.continue()));
      await signIn(page, 'nurse', ward.address);
      await expect(headerOf(page, 'Room 1')).toBeVisible();
      // It stays closed until the page is another one.
      await expect.poll(() => failures.length, { timeout: 10_000 }).toBe(2);
      const reborn = await navigationOf(page);
      expect(reborn.by).toBe('reload');
      expect(reborn.at - (failures[0] ?? 0)).toBeGreaterThanOrEqual(reloadAfterMs - toleranceMs);
      expect(reborn.at - (failures[0] ?? 0)).toBeLessThan(reloadAfterMs + 2_000);

      // Born of a reload, the page connects again instead.
      isRefused = false;
      await expect(connection(page)).toHaveText('Live', { timeout: 10_000 });
      await expectLive(page);
      expect(await navigationOf(page)).toEqual(reborn);
      expectConsoleErrors(
        console,
        new RegExp(`^The live connection failed, reason: the server answered with .*${reason}$`),
        failedCalls,
      );
    },
  );
}

test(
  '[LIVE-3] a minute after a reload the page reloads again, and not before',
  { tag: '@wide' },
  async ({ page, createWard, console }) => {
    const ward = await createWard(['Room 1', 'Room 2']);
    const failures = collectFailureTimes(page);
    await page.route('**/api/streams/events?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.clock.install();
    await signIn(page, 'nurse', ward.address);
    await expect.poll(() => failures.length).toBe(1);
    let births = 0;
    page.on('domcontentloaded', () => (births += 1));
    await page.clock.fastForward(reloadAfterMs);
    await expect.poll(() => failures.length).toBe(2);
    expect(births).toBe(1);

    // It connects anew every five seconds. In the first minute a failure ends in nothing.
    const fail = async () => {
      const known = failures.length;
      await page.clock.fastForward(5_000);
      await expect.poll(() => failures.length).toBeGreaterThan(known);
    };
    for (let seconds = 0; seconds < 40; seconds += 5) await fail();
    expect(births).toBe(1);
    for (let seconds = 40; seconds < 60; seconds += 5) await fail();
    await page.clock.fastForward(reloadAfterMs);
    await expect.poll(() => births).toBe(2);
    await expect(headerOf(page, 'Room 1')).toBeVisible();
    expectConsoleErrors(console, liveFailed, failedCalls);
  },
);

test(
  '[LIVE-3] a path that falls silent is delayed after 15 s and lost after 30 s, and the page heals when it speaks again',
  { tag: '@wide' },
  async ({ page, path, app, createWard, report, console }) => {
    test.setTimeout(120_000);
    const ward = await createWard(['Room 1', 'Room 2']);
    await report(ward.uuidOf('Room 2'), 'out_of_bed');
    await openBoard(page, ward);
    await serviceWorkerReady(page);
    const failures = collectFailureTimes(page);
    await report(ward.uuidOf('Room 1'), 'in_bed');
    await expect(headerOf(page, 'Room 1').getByText('In bed')).toBeVisible();
    const lastHeard = Date.now();
    path.silence();
    await report(ward.uuidOf('Room 1'), 'man_down');

    await expect(connection(page)).toHaveText('Delayed', { timeout: 20_000 });
    expect(Date.now() - lastHeard).toBeGreaterThan(14_000);
    expect(await areCardsGrey(page), 'late is not lost').toBe(false);
    await expect(connection(page)).toHaveText(/^Offline since /, { timeout: 20_000 });
    expect((failures[0] ?? 0) - lastHeard).toBeGreaterThan(29_000);
    expect((failures[0] ?? 0) - lastHeard).toBeLessThan(33_000);
    expect(await areCardsGrey(page)).toBe(true);
    const birth = nextNavigation(page);
    const asOf = /from (\d\d:\d\d:\d\d)\./.exec((await page.getByRole('alert').textContent()) ?? '')?.[1] ?? '';
    const [wall, known] = await page.evaluate(
      ([text, at]) => [new Date(`${new Date(at).toDateString()} ${text}`).getTime(), at] as const,
      [asOf, lastHeard] as const,
    );
    expect(Math.abs(wall - known), 'the time of the last byte').toBeLessThan(2_500);

    expect((await birth).by).toBe('reload');
    await expect(headerOf(page, 'Room 1')).toHaveText('Room 1In bed', { timeout: 15_000 });
    expect(await areCardsGrey(page)).toBe(true);
    // The path is silent, so nothing has failed on this page yet: it is lost all the same.
    await expect(connection(page)).toHaveText(`Offline since ${asOf}`);
    path.mend();
    await expect(connection(page)).toHaveText('Live', { timeout: 20_000 });
    await expect(headerOf(page, 'Room 1').getByText('Fall detected')).toBeVisible({ timeout: 20_000 });
    await expectCardsMatchDatabase(page, app, ward);
    expectConsoleErrors(console, /reason: nothing was received for 30 s$/, liveFailed, failedCalls, listFailed);
  },
);

test(
  '[LIVE-3] what is kept of the rooms for a reload is gone with the sign-out',
  { tag: '@wide' },
  async ({ page, createWard }) => {
    const ward = await createWard(['Room 1', 'Room 2']);
    await openBoard(page, ward);
    const kept = () =>
      page.evaluate((uuid) => JSON.stringify(Object.entries(sessionStorage)).includes(uuid), ward.uuid);
    expect(await kept()).toBe(true);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    expect(await kept()).toBe(false);
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('Room 1');
  },
);
