import type { Page } from '@playwright/test';
import { startFakeEventStream } from '../support/fake-event-stream.ts';
import { areCardsGrey, expectConsoleErrors, failedCalls, listFailed, liveFailed } from '../support/connection-loss.ts';
import { bodyOf, cardOf, expect, headerOf, openBoard, test } from '../support/test-ward.ts';

const strip = (page: Page) => page.getByRole('region', { name: 'Alarms' });
const pills = (page: Page) => strip(page).getByRole('listitem');
const pillOf = (page: Page, room: string) => strip(page).getByRole('button', { name: new RegExp(`^${room} `) });

const sixty = Array.from({ length: 60 }, (_, index) => `Room ${index + 1}`);

/** From the bottom of what stays on top of the board to that of the screen. */
async function expectUncovered(page: Page, room: string): Promise<void> {
  await expect(page.locator('[data-stream]:focus')).toContainText(room);
  const place = await page.locator('[data-stream]:focus').boundingBox();
  const above = await strip(page).boundingBox();
  const screen = page.viewportSize();
  if (place === null || above === null || screen === null) throw new Error('the room is not shown');
  expect(place.y).toBeGreaterThanOrEqual(above.y + above.height);
  expect(place.y + place.height).toBeLessThanOrEqual(screen.height);
}

test('[LIVE-2] an alarm far down the board stands above it, and leads to its card or row', async ({
  page,
  createWard,
  report,
}) => {
  const ward = await createWard(sixty);
  await openBoard(page, ward);
  await expect(strip(page)).toHaveCount(0);
  const before = await cardOf(page, 'Room 1').boundingBox();
  await report(ward.uuidOf('Room 51'), 'man_down');
  await expect(pills(page)).toHaveText(['Room 51 · Fall detected']);
  expect(await cardOf(page, 'Room 1').boundingBox(), 'the cards do not move').toEqual(before);
  const spoken = page.locator('[aria-live], [role="alert"], [role="status"]');
  await expect(spoken.filter({ hasText: 'Room 51' }), 'it is spoken once').toHaveCount(1);
  await expect(cardOf(page, 'Room 51')).not.toBeInViewport();

  const pill = pillOf(page, 'Room 51');
  await pill.click();
  await expectUncovered(page, 'Room 51');
  await expect(pill, 'it stays in sight').toBeInViewport({ ratio: 1 });
  const screen = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ width: 844, height: 390 });
  await pill.click();
  await expectUncovered(page, 'Room 51');
  await page.setViewportSize(screen);

  await page.getByRole('button', { name: 'List' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
  await pill.focus();
  await page.keyboard.press('Enter');
  await expectUncovered(page, 'Room 51');
  await expect(page.locator('tr:focus').getByRole('rowheader')).toHaveText('Room 51Fall detected');

  await report(ward.uuidOf('Room 51'), 'in_bed');
  await expect(strip(page)).toHaveCount(0);
});

test('[STATUS-1] of several alarms the latest comes first; where the row ends, the rest is counted and can be reached', async ({
  page,
  createWard,
  report,
}) => {
  const ward = await createWard(sixty);
  await openBoard(page, ward);
  const before = await cardOf(page, 'Room 1').boundingBox();
  const at = (second: number) => new Date(Date.now() - 60_000 + second * 1_000).toISOString();
  const fallen = sixty.slice(40, 52);
  for (const [index, room] of fallen.entries()) {
    await report(ward.uuidOf(room), ['man_down', 'sitting_on_floor', 'intruder_detected'][index % 3] ?? '', {
      at: at(index),
    });
  }
  await expect(pills(page)).toHaveCount(12);
  await expect(pills(page).first()).toHaveText('Room 52 · Intruder');
  await expect(pillOf(page, 'Room 52')).toBeInViewport({ ratio: 0.9 });
  expect(await cardOf(page, 'Room 1').boundingBox(), 'the cards do not move').toEqual(before);
  const more = strip(page).getByRole('button', { name: /^\d+ more alarms$/ });
  const seen = () =>
    pills(page).evaluateAll((all) => {
      const list = all[0]?.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const inside = all.filter((pill) => {
        const { top, bottom } = pill.getBoundingClientRect();
        return top >= list.top - 1 && bottom <= list.bottom + 1;
      });
      return inside.map((pill) => pill.textContent);
    });
  const first = await seen();
  expect(first.length).toBeGreaterThan(0);
  await expect(more).toHaveText(`+${12 - first.length}`);
  const all = new Set(first);
  for (let turns = 0; turns < 12 && all.size < 12; turns += 1) {
    await more.click();
    for (const pill of await seen()) all.add(pill);
  }
  expect(all.size, 'each has its turn').toBe(12);
});

test('[STATUS-1] a fall whose camera falls silent is still an alarm, as card, row and above the board', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  const stream = await startFakeEventStream(page);
  await openBoard(page, ward);
  await stream.connected;
  const fell = { lastNotification: 1, lastNotificationSent: '2026-01-15T03:11:38.000Z' };
  stream.send([
    { uuid: ward.uuidOf('Room 1'), roomStatus: 12, revision: 1, ...fell },
    { uuid: ward.uuidOf('Room 2'), roomStatus: 12, revision: 1, ...fell, lastNotification: 12 },
  ]);
  await expect(pills(page)).toHaveText(['Room 1 · Fall detected']);
  await expect(headerOf(page, 'Room 1')).toHaveText('Room 1Camera unreachable');
  await expect(bodyOf(page, 'Room 1')).toContainText('Fall detected');
  const frame = (room: string) =>
    cardOf(page, room).evaluate((card) => getComputedStyle(card, '::after').borderTopWidth);
  expect([await frame('Room 1'), await frame('Room 2')]).toEqual(['8px', '1px']);
  // A triangle and the missing connection, or that alone.
  await expect(headerOf(page, 'Room 1').locator('svg')).toHaveCount(2);
  await expect(headerOf(page, 'Room 2').locator('svg')).toHaveCount(1);
  await expect(page.getByText('2 cameras unreachable')).toBeVisible();
  await page.getByRole('button', { name: 'List' }).click();
  await expect(pills(page)).toHaveText(['Room 1 · Fall detected']);
  const colours = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).backgroundColor));
  expect(new Set(colours).size, 'the row of the alarm is tinted').toBe(2);
  stream.close();
});

test('[WARD-4] the alarms go grey with the board, and stay in sight below its notice', async ({
  page,
  path,
  console,
  createWard,
  report,
}) => {
  const ward = await createWard(sixty);
  await report(ward.uuidOf('Room 51'), 'man_down');
  await openBoard(page, ward);
  const paint = () => pillOf(page, 'Room 51').evaluate((pill) => getComputedStyle(pill).backgroundColor);
  expect(await paint()).toBe('rgb(200, 35, 15)');
  try {
    path.cut();
    const notice = page.getByText(/^Connection lost/);
    await expect(notice).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => areCardsGrey(page), { timeout: 20_000 }).toBe(true);
    await expect.poll(paint).toBe('rgb(195, 201, 210)');
    await pillOf(page, 'Room 51').click();
    await expectUncovered(page, 'Room 51');
    const [above, below] = [await notice.boundingBox(), await strip(page).boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await expect(notice).toBeInViewport({ ratio: 1 });
  } finally {
    path.mend();
  }
  await expect.poll(paint, { timeout: 20_000 }).toBe('rgb(200, 35, 15)');
  expectConsoleErrors(console, liveFailed, failedCalls, listFailed);
});
