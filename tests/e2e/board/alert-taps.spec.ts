/** Tests taps and clicks at a point of the screen: they meet what is there at that moment, not what the user meant. */
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { answerButton, entries, entryOf, nurseName, rail } from '../support/alert-rail.ts';
import { expect, openBoard, secondsAgo, test } from '../support/test-ward.ts';

test.use({ hasTouch: true });

/** Returns a function that taps, or clicks on a wide screen, where the middle of an element is now. */
async function tapAt(page: Page, element: Locator): Promise<() => Promise<void>> {
  await element.click({ trial: true });
  const box = await element.boundingBox();
  if (box === null) throw new Error('the element is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  return () => (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
}

/** Collects the answers that the page sends from now on, such as `acknowledge`. */
function answersOf(page: Page) {
  const sent: { alert: string | undefined; action: string | undefined }[] = [];
  page.on('request', (request) => {
    const [, alert, action] = /\/api\/alerts\/([^/]+)\/(\w+)$/.exec(request.url()) ?? [];
    if (action !== undefined) sent.push({ alert, action });
  });
  return () => sent;
}

/**
 * Stops the time of animations, so that a new button ignores taps until the returned function is called. On a slow
 * machine the second tap could otherwise come too late to be ignored.
 */
async function stopAnimations(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  const setRate = async (playbackRate: number) =>
    void (await devTools.send('Animation.setPlaybackRate', { playbackRate }));
  await setRate(0);
  return () => setRate(1);
}

/** Waits until new buttons take taps. A trial click would scroll the page meanwhile, away from the finger. */
async function guardEnded(entry: Locator): Promise<void> {
  await entry.evaluate(async (element) => {
    const guards = element
      .getAnimations({ subtree: true })
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.all(guards.map(({ finished }) => finished));
  });
}

test(
  'two taps at one place never answer two falls, and a quick second tap does not give the next answer to the same fall',
  { tag: '@both' },
  async ({ page, openWard }) => {
    const ward = await openWard(['Room 1', 'Room 2']);
    await ward.report('Room 1', 'man_down', { at: secondsAgo(5) });
    await ward.report('Room 2', 'man_down', { at: secondsAgo(3) });
    await expect(entries(page)).toHaveCount(2);
    const answers = answersOf(page);
    const tap = await tapAt(page, answerButton(page, 'Room 1', 'I’m on my way'));
    const goOn = await stopAnimations(page);
    await tap();
    await tap();
    await expect(entryOf(page, 'Room 1'), 'the entry keeps its place').toContainText(nurseName);
    await tap();
    await goOn();
    await guardEnded(entryOf(page, 'Room 1'));
    expect(answers()).toMatchObject([{ action: 'acknowledge' }]);
    await tap();
    await expect(entryOf(page, 'Room 1')).toContainText('In the room');
    expect(new Set(answers().map(({ alert }) => alert)).size, 'later the same alert is under the finger').toBe(1);
  },
);

test('two taps 120, 400 or 700 ms apart answer only one fall', { tag: '@both' }, async ({ page, createWard }) => {
  for (const pauseMs of [120, 400, 700]) {
    const ward = await createWard(['Room 1', 'Room 2']);
    await ward.report('Room 1', 'man_down', { at: secondsAgo(5) });
    await ward.report('Room 2', 'man_down', { at: secondsAgo(3) });
    await openBoard(page, ward);
    const answers = answersOf(page);
    const tap = await tapAt(page, answerButton(page, 'Room 1', 'I’m on my way'));
    await tap();
    await setTimeout(pauseMs);
    await tap();
    await expect(entryOf(page, 'Room 1'), 'the entry keeps its place').toContainText(nurseName);
    expect(new Set(answers().map(({ alert }) => alert)).size, `${pauseMs} ms between the taps`).toBe(1);
  }
});

test(
  'the dialog with all alerts keeps its order while alerts are answered and raised, and its buttons ignore the second tap of a double tap',
  { tag: '@narrow' },
  async ({ page, openWard }) => {
    const ward = await openWard(['Room 1', 'Room 2', 'Room 3', 'Room 4']);
    for (const room of ['Room 1', 'Room 2', 'Room 3']) await ward.report(room, 'soeb');
    const answers = answersOf(page);
    await rail(page)
      .getByRole('button', { name: /^\+\d: 3 alerts$/ })
      .click();
    const rows = page.getByRole('dialog', { name: 'Alerts' }).getByRole('listitem');
    await expect(rows).toHaveText([/^Room 1/, /^Room 2/, /^Room 3/]);
    const tap = await tapAt(page, rows.first().getByRole('button', { name: 'I’m on my way' }));
    const goOn = await stopAnimations(page);
    await tap();
    await tap();
    await expect(rows.first()).toContainText(`On the way: ${nurseName}`);
    await goOn();
    await ward.report('Room 4', 'man_down');
    await expect(rows).toHaveText([/^Room 1/, /^Room 2/, /^Room 3/, /^Room 4/]);
    await expect(rows.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expect(rows).toHaveText([/^Room 1/, /^Room 2/, /^Room 3/, /^Room 4/]);
    expect(answers()).toMatchObject([{ action: 'acknowledge' }]);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(entries(page).first()).toHaveText(/^Room 4 · Fall detected/);
  },
);
