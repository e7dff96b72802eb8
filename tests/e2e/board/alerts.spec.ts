import type { Browser, Page } from '@playwright/test';
import { answerButton, entries, entryOf, managerName, nurseName, rail } from '../support/alert-rail.ts';
import { areCardsGrey, expectConsoleErrors, failedCalls, serviceWorkerReady } from '../support/connection-loss.ts';
import { cardOf, expect, expectLive, headerOf, openBoard, test, type TestWard } from '../support/test-ward.ts';

const sixty = Array.from({ length: 60 }, (_, index) => `Room ${index + 1}`);

/** Expects that the focused room is visible between the alerts and the bottom of the screen. */
async function expectVisibleRoom(page: Page, room: string): Promise<void> {
  await expect(page.locator('[data-stream]:focus')).toContainText(room);
  const place = await page.locator('[data-stream]:focus').boundingBox();
  const above = await rail(page).boundingBox();
  const screen = page.viewportSize();
  if (place === null || above === null || screen === null) throw new Error('the room is not shown');
  expect(place.y).toBeGreaterThanOrEqual(above.y + above.height);
  expect(place.y + place.height).toBeLessThanOrEqual(screen.height);
}

/** Opens the board of a ward for a second user. */
async function openColleague(browser: Browser, baseURL: string, ward: TestWard): Promise<Page> {
  const colleague = await browser.newPage({ baseURL });
  await openBoard(colleague, ward, 'manager');
  return colleague;
}

const roomButton = (page: Page, room: string) =>
  entryOf(page, room).getByRole('button', { name: new RegExp(`^${room} ·`) });

test(
  '[LIVE-2] the alert of a room outside the visible part of the board is shown above the cards, and a click on it scrolls to the card or row of the room',
  { tag: '@narrow' },
  async ({ page, openWard }) => {
    const ward = await openWard(sixty);
    await expect(rail(page)).toHaveText('No open alerts');
    const before = await cardOf(page, 'Room 1').boundingBox();
    await ward.report('Room 51', 'man_down');
    await expect(entryOf(page, 'Room 51')).toHaveText(/^Room 51 · Fall detected\d\d:\d\dI’m on my way$/);
    expect(await cardOf(page, 'Room 1').boundingBox(), 'the cards do not move').toEqual(before);
    const announcements = page.locator('[aria-live], [role="alert"], [role="status"]');
    await expect(announcements.filter({ hasText: 'Room 51' }), 'one live region contains the alert').toHaveCount(1);
    await expect(page.locator('[aria-live="assertive"]')).toHaveText('Room 51: Fall detected');
    await expect(cardOf(page, 'Room 51')).not.toBeInViewport();

    await roomButton(page, 'Room 51').click();
    await expectVisibleRoom(page, 'Room 51');
    await expect(entryOf(page, 'Room 51'), 'the alert stays visible').toBeInViewport({ ratio: 1 });
    const screen = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: 844, height: 390 });
    await roomButton(page, 'Room 51').click();
    await expectVisibleRoom(page, 'Room 51');
    await page.setViewportSize(screen);

    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.evaluate(() => window.scrollTo(0, 0));
    await roomButton(page, 'Room 51').focus();
    await page.keyboard.press('Enter');
    await expectVisibleRoom(page, 'Room 51');
    await expect(page.locator('tr:focus').getByRole('rowheader')).toHaveText('Room 51Fall detected');
  },
);

test('two boards still show a fall after the room reports "out of bed", and when a nurse goes, the other board shows who', async ({
  page,
  browser,
  app,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  await openBoard(page, ward);
  const colleague = await openColleague(browser, app.url, ward);
  await ward.report('Room 1', 'man_down');
  await ward.report('Room 1', 'out_of_bed');
  for (const board of [page, colleague]) {
    await expect(headerOf(board, 'Room 1')).toHaveText('Room 1Out of bedFall detected');
    await expect(entries(board)).toHaveText([/^Room 1 · Fall detected/, /^Room 1 · Out of bed/]);
    await expect(board).toHaveTitle('(!) 2 alerts · Ward 7 Meadow · Room Status');
    await expect(board.locator('link[rel="icon"]')).toHaveAttribute('href', /favicon-high\.svg$/);
  }
  const fall = (board: Page) => entries(board).filter({ hasText: 'Fall detected' });
  await fall(page).getByRole('button', { name: 'I’m on my way' }).click();
  const isGoing = `On the way: ${nurseName}`;
  await expect(entries(colleague), 'one answer for both alerts of the room').toHaveText([
    new RegExp(`^Room 1 · Fall detected.*${isGoing}`),
    new RegExp(`^Room 1 · Out of bed.*${isGoing}`),
  ]);
  await expect(colleague).toHaveTitle('Room Status');
  await expect(colleague.locator('[aria-live="polite"]')).toContainText(`Room 1: Fall detected, ${isGoing}`);

  await ward.report('Room 1', 'in_bed');
  for (const board of [page, colleague]) {
    await expect(entries(board), 'a medium alert ends with its status').toHaveCount(1);
    await expect(headerOf(board, 'Room 1')).toHaveText(`Room 1In bedFall detected · ${isGoing}`);
  }
  await fall(colleague).getByRole('button', { name: 'I’m here' }).click();
  await expect(fall(page)).toContainText(`In the room: ${managerName}`);
  await fall(page).getByRole('button', { name: 'Done' }).click();
  for (const board of [page, colleague]) await expect(rail(board)).toHaveText('No open alerts');
  await expect(page.locator('[aria-live="polite"]')).toContainText('Room 1: Fall detected, Alert ended');
  await expect(headerOf(page, 'Room 1')).toHaveText('Room 1In bed');
  await colleague.close();
});

test('when the room falls again while "Done" can still be undone, "Done" is never sent, and the board says so and sounds', async ({
  page,
  openWard,
  sounds,
}) => {
  const ward = await openWard(['Room 1']);
  await ward.report('Room 1', 'man_down');
  for (const step of ['I’m on my way', 'I’m here']) await answerButton(page, 'Room 1', step).click();
  await expect(answerButton(page, 'Room 1', 'Done')).toBeEnabled();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await answerButton(page, 'Room 1', 'Done').click();
  await expect(answerButton(page, 'Room 1', 'Undo')).toBeVisible();
  const before = sounds.alarms();
  await ward.report('Room 1', 'in_bed');
  await ward.report('Room 1', 'man_down');
  const again = page.getByRole('alert').filter({ hasText: 'Room 1: Fall detected again' });
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(again).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.clock.resume();
  await expect(entryOf(page, 'Room 1')).toContainText('Raised again');
  await expect(answerButton(page, 'Room 1', 'I’m on my way')).toBeEnabled();
  await expect.poll(() => sounds.alarms()).toEqual([...before, 'high']);
  await expect(again, 'the message goes when its time is over').toHaveCount(0, { timeout: 15_000 });
  expect(calls.filter((url) => url.endsWith('/resolve'))).toEqual([]);
});

test('the keyboard focus stays on the answer button from step to step, and in the alerts when the last alert is done', async ({
  page,
  openWard,
}) => {
  const ward = await openWard(['Room 1']);
  await ward.report('Room 1', 'man_down');
  await answerButton(page, 'Room 1', 'I’m on my way').focus();
  for (const next of ['I’m here', 'Done']) {
    await page.keyboard.press('Enter');
    await expect(answerButton(page, 'Room 1', next)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(rail(page)).toHaveText('No open alerts');
  await expect(rail(page)).toBeFocused();
});

test('a nurse resolves a false alarm with a note from the other answers, also when she leaves the page at once', async ({
  page,
  app,
  openWard,
}) => {
  const ward = await openWard(['Room 1']);
  await ward.report('Room 1', 'man_down');
  await answerButton(page, 'Room 1', 'Other answers: Room 1').click();
  const dialog = page.getByRole('dialog', { name: 'Room 1 · Fall detected' });
  await dialog.getByLabel('Note').fill('The mat had slipped.');
  await dialog.getByRole('button', { name: 'False alarm' }).click();
  await expect(dialog.getByText('Was somebody in the room?')).toBeFocused();
  await dialog.getByRole('button', { name: 'Nobody was in the room' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(answerButton(page, 'Room 1', 'Undo')).toBeVisible();
  await page.reload();
  await expect(rail(page)).toHaveText('No open alerts');
  const rows = await app.database.query
    .selectFrom('alert_event')
    .select('alert')
    .where('stream_uuid', '=', ward.uuidOf('Room 1'))
    .where('event', '=', 'resolved')
    .execute();
  expect(rows.map(({ alert }): unknown => JSON.parse(alert))).toMatchObject([
    { resolution: 'false-alarm', note: 'The mat had slipped.', attended: false },
  ]);
});

test('a sensor that a nurse calls faulty makes no alarm: the card and the alerts say so until it is repaired', async ({
  page,
  openWard,
  sounds,
}) => {
  const ward = await openWard(['Room 1']);
  await ward.report('Room 1', 'man_down');
  await answerButton(page, 'Room 1', 'Other answers: Room 1').click();
  const dialog = page.getByRole('dialog', { name: 'Room 1 · Fall detected' });
  await dialog.getByRole('button', { name: 'This sensor is faulty' }).click();
  await expect(dialog.getByText('sounds no alarm in this room until somebody taps')).toBeFocused();
  await dialog.getByRole('button', { name: 'Somebody was in the room' }).click();
  await expect(entryOf(page, 'Room 1')).toContainText('Sensor faulty: Fall detected');
  await expect.poll(() => sounds.alarms().at(-1)).toBe('technical');
  await answerButton(page, 'Room 1', 'Seen').click();
  const before = sounds.alarms();
  await ward.report('Room 1', 'in_bed');
  await ward.report('Room 1', 'man_down');
  await expect(entryOf(page, 'Room 1')).toContainText(`No alarm · 1× · ${nurseName}`);
  await expect(cardOf(page, 'Room 1')).toContainText('Sensor faulty: Fall detected · No alarm · 1×');
  expect(sounds.alarms()).toEqual(before);
  await answerButton(page, 'Room 1', 'Repaired').click();
  await expect(answerButton(page, 'Room 1', 'I’m on my way'), 'the sensor still reports a fall').toBeVisible();
  await expect.poll(() => sounds.alarms()).toEqual([...before, 'high']);
});

test('an answer that cannot be sent is shown as not sent, is sent when the server can be reached again, and is given up with a sound after 30 s, also across a reload', async ({
  page,
  console,
  openWard,
  sounds,
}) => {
  await page.clock.install();
  const ward = await openWard(['Room 1', 'Room 2']);
  await ward.report('Room 1', 'man_down');
  await page.route('**/api/alerts/**', (route) => route.abort());
  await answerButton(page, 'Room 1', 'I’m on my way').click();
  await expect(answerButton(page, 'Room 1', 'Not sent yet')).toBeDisabled();
  await page.unroute('**/api/alerts/**');
  await expect(entryOf(page, 'Room 1')).toContainText(`On the way: ${nurseName}`);

  const before = sounds.alarms();
  await page.route('**/api/alerts/**', (route) => route.abort());
  await answerButton(page, 'Room 1', 'I’m here').click();
  await expect(answerButton(page, 'Room 1', 'Not sent yet')).toBeDisabled();
  const failure = page.getByRole('alert').filter({ hasText: 'Room 1: your answer was not sent. Try again.' });
  // The reports keep the connection alive: without any data for 30 s it would be lost.
  for (const [status, text] of [
    ['in_bed', 'In bed'],
    ['in_bathroom', 'Bathroom'],
    ['all_clear', 'All clear'],
  ] as const) {
    await ward.report('Room 2', status);
    await expect(headerOf(page, 'Room 2')).toContainText(text);
    await page.clock.runFor(10_500);
  }
  await expect(failure.getByText('Try again.')).toBeVisible();
  await expect.poll(() => sounds.alarms(), 'a tone').toEqual([...before, 'technical']);
  await expect(answerButton(page, 'Room 1', 'I’m here')).toBeEnabled();
  await page.reload();
  await expect(failure.getByText('Try again.')).toBeVisible();
  await failure.getByRole('button', { name: 'Close' }).click();
  await expect(failure).toHaveCount(0);
  // A reload by Playwright blocks the sound.
  expectConsoleErrors(console, failedCalls, /^The answer to an alert could not be sent/, /^The sound for an answer/);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    '[WARD-4] while the connection is lost, the alerts are grey below the notice, cannot be answered and say why; after the reconnect they are current again',
    { tag: '@narrow' },
    async ({ page, browser, app, network, createWard }) => {
      const ward = await createWard(sixty);
      await ward.report('Room 51', 'man_down');
      await openBoard(page, ward);
      const background = () => entryOf(page, 'Room 51').evaluate((entry) => getComputedStyle(entry).backgroundColor);
      expect(await background()).toBe('rgb(200, 35, 15)');
      await serviceWorkerReady(page);
      network.cut();
      const notice = page.getByText(/^Connection lost/);
      await expect(notice).toBeVisible();
      await expect.poll(() => areCardsGrey(page)).toBe(true);
      await expect.poll(background).toBe('rgb(195, 201, 210)');
      await expect(answerButton(page, 'Room 51', 'No connection')).toBeDisabled();
      const [above, below] = [await notice.boundingBox(), await rail(page).boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
      await roomButton(page, 'Room 51').click();
      await expectVisibleRoom(page, 'Room 51');
      await expect(notice).toBeInViewport({ ratio: 1 });

      await ward.report('Room 2', 'man_down');
      network.mend();
      await expectLive(page);
      await expect(entries(page)).toHaveText([/^Room 51/, /^Room 2/]);
      const colleague = await openColleague(browser, app.url, ward);
      await answerButton(colleague, 'Room 51', 'I’m on my way').click();
      await expect(entries(page)).toHaveText([/^Room 2/]);
      await expect(rail(page).getByRole('button', { name: '+1: 2 alerts' })).toBeVisible();
      await colleague.close();
    },
  );
});

test('cards with an unanswered alert flash together, at most twice a second, and not with reduced motion or after an answer; the alert of a fall stays when its camera fails', async ({
  page,
  openWard,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const ward = await openWard(['Room 1', 'Room 2', 'Room 3']);
  await ward.report('Room 1', 'man_down');
  await expect(entryOf(page, 'Room 1')).toBeVisible();
  await ward.report('Room 2', 'man_down');
  await ward.report('Room 3', 'soeb');
  await expect(entryOf(page, 'Room 2')).toBeVisible();
  const sizes = await entryOf(page, 'Room 2')
    .getByText(/^(Room 2|Fall detected|\d\d:\d\d)$/)
    .evaluateAll((texts) => texts.map((text) => getComputedStyle(text).fontSize));
  expect(new Set(sizes), 'room, what happened and since when are read from a distance').toEqual(new Set(['26px']));
  const flashes = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations === Infinity)
        .map(({ effect, startTime }) => ({ durationMs: Number(effect?.getTiming().duration), startTime })),
    );
  await expect.poll(async () => (await flashes()).map(({ startTime }) => startTime)).toEqual([0, 0, 0]);
  for (const { durationMs } of await flashes()) expect(durationMs).toBeGreaterThanOrEqual(500);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(flashes).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await answerButton(page, 'Room 1', 'I’m on my way').click();
  await expect.poll(async () => (await flashes()).length).toBe(2);

  await ward.report('Room 2', 'camera_unreachable');
  await expect(headerOf(page, 'Room 2')).toHaveText('Room 2Camera unreachableFall detected');
  await expect(entryOf(page, 'Room 2')).toContainText('Fall detected');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('row', { name: 'Room 2' })).toContainText('Fall detected');
});
