import type { Page } from '@playwright/test';
import { areCardsGrey, serviceWorkerReady } from '../support/connection-loss.ts';
import { bodyOf, cardOf, expect, headerOf, openBoard, test } from '../support/test-ward.ts';

const strip = (page: Page) => page.getByRole('region', { name: 'Alarms' });
const pills = (page: Page) => strip(page).getByRole('listitem');
const pillOf = (page: Page, room: string) => strip(page).getByRole('button', { name: new RegExp(`^${room} `) });

const sixty = Array.from({ length: 60 }, (_, index) => `Room ${index + 1}`);

/** Expects that the focused room is visible between the alarm strip and the bottom of the screen. */
async function expectVisibleRoom(page: Page, room: string): Promise<void> {
  await expect(page.locator('[data-stream]:focus')).toContainText(room);
  const place = await page.locator('[data-stream]:focus').boundingBox();
  const above = await strip(page).boundingBox();
  const screen = page.viewportSize();
  if (place === null || above === null || screen === null) throw new Error('the room is not shown');
  expect(place.y).toBeGreaterThanOrEqual(above.y + above.height);
  expect(place.y + place.height).toBeLessThanOrEqual(screen.height);
}

test(
  '[LIVE-2] an alarm of a room outside the visible part of the board is listed above the board, and a click on the alarm scrolls to the card or row of the room',
  { tag: '@both' },
  async ({ page, openWard }) => {
    const ward = await openWard(sixty);
    await expect(strip(page)).toHaveCount(0);
    const before = await cardOf(page, 'Room 1').boundingBox();
    await ward.report('Room 51', 'man_down');
    await expect(pills(page)).toHaveText(['Room 51 · Fall detected']);
    expect(await cardOf(page, 'Room 1').boundingBox(), 'the cards do not move').toEqual(before);
    const announcements = page.locator('[aria-live], [role="alert"], [role="status"]');
    await expect(announcements.filter({ hasText: 'Room 51' }), 'one live region contains the alarm').toHaveCount(1);
    await expect(cardOf(page, 'Room 51')).not.toBeInViewport();

    const pill = pillOf(page, 'Room 51');
    await pill.click();
    await expectVisibleRoom(page, 'Room 51');
    await expect(pill, 'the alarm stays visible').toBeInViewport({ ratio: 1 });
    const screen = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: 844, height: 390 });
    await pill.click();
    await expectVisibleRoom(page, 'Room 51');
    await page.setViewportSize(screen);

    await page.getByRole('button', { name: 'List' }).click();
    await page.evaluate(() => window.scrollTo(0, 0));
    await pill.focus();
    await page.keyboard.press('Enter');
    await expectVisibleRoom(page, 'Room 51');
    await expect(page.locator('tr:focus').getByRole('rowheader')).toHaveText('Room 51Fall detected');

    await ward.report('Room 51', 'in_bed');
    await expect(strip(page)).toHaveCount(0);
  },
);

test(
  '[STATUS-1] the latest alarm comes first, and a button counts the alarms that do not fit and scrolls to them',
  { tag: '@both' },
  async ({ page, openWard }) => {
    const ward = await openWard(sixty);
    const before = await cardOf(page, 'Room 1').boundingBox();
    const at = (second: number) => new Date(Date.now() - 60_000 + second * 1_000).toISOString();
    const fallen = sixty.slice(40, 52);
    for (const [index, room] of fallen.entries()) {
      await ward.report(room, ['man_down', 'sitting_on_floor', 'intruder_detected'][index % 3] ?? '', {
        at: at(index),
      });
    }
    await expect(pills(page)).toHaveCount(12);
    await expect(pills(page).first()).toHaveText('Room 52 · Intruder');
    await expect(pillOf(page, 'Room 52')).toBeInViewport({ ratio: 0.9 });
    expect(await cardOf(page, 'Room 1').boundingBox(), 'the cards do not move').toEqual(before);
    const more = strip(page).getByRole('button', { name: /^\d+ more alarms$/ });
    const visiblePills = () =>
      pills(page).evaluateAll((all) => {
        const list = all[0]?.parentElement?.getBoundingClientRect() ?? new DOMRect();
        const inside = all.filter((pill) => {
          const { top, bottom } = pill.getBoundingClientRect();
          return top >= list.top - 1 && bottom <= list.bottom + 1;
        });
        return inside.map((pill) => pill.textContent);
      });
    const first = await visiblePills();
    expect(first.length).toBeGreaterThan(0);
    await expect(more).toHaveText(`+${12 - first.length}`);
    const all = new Set(first);
    for (let turns = 0; turns < 12 && all.size < 12; turns += 1) {
      await more.click();
      for (const pill of await visiblePills()) all.add(pill);
    }
    expect(all.size, 'the button leads to every alarm').toBe(12);
  },
);

test('[STATUS-1] after a fall, a room whose camera becomes unreachable stays an alarm on its card, in its row and above the board', async ({
  page,
  openWard,
}) => {
  const ward = await openWard(['Room 1', 'Room 2']);
  await ward.report('Room 1', 'man_down');
  for (const room of ['Room 1', 'Room 2']) {
    await ward.report(room, 'camera_unreachable', { notification: false });
  }
  await expect(pills(page)).toHaveText(['Room 1 · Fall detected']);
  await expect(headerOf(page, 'Room 1')).toHaveText('Room 1Camera unreachable');
  await expect(bodyOf(page, 'Room 1')).toContainText('Fall detected');
  const frame = (room: string) =>
    cardOf(page, room).evaluate((card) => getComputedStyle(card, '::after').borderTopWidth);
  expect([await frame('Room 1'), await frame('Room 2')]).toEqual(['8px', '1px']);
  // The header of a room with an alarm and an unreachable camera has two icons. Without the alarm it has one.
  await expect(headerOf(page, 'Room 1').locator('svg')).toHaveCount(2);
  await expect(headerOf(page, 'Room 2').locator('svg')).toHaveCount(1);
  await expect(page.getByText('2 cameras unreachable')).toBeVisible();
  await page.getByRole('button', { name: 'List' }).click();
  await expect(pills(page)).toHaveText(['Room 1 · Fall detected']);
  const colours = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).backgroundColor));
  expect(new Set(colours).size, 'the row of the alarm is tinted').toBe(2);
});

test(
  '[WARD-4] while the connection is lost, the alarms are grey and stay visible below the notice of the lost connection',
  { tag: '@narrow' },
  async ({ page, network, createWard }) => {
    const ward = await createWard(sixty);
    await ward.report('Room 51', 'man_down');
    await openBoard(page, ward);
    const background = () => pillOf(page, 'Room 51').evaluate((pill) => getComputedStyle(pill).backgroundColor);
    expect(await background()).toBe('rgb(200, 35, 15)');
    await serviceWorkerReady(page);
    network.cut();
    const notice = page.getByText(/^Connection lost/);
    await expect(notice).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => areCardsGrey(page), { timeout: 20_000 }).toBe(true);
    await expect.poll(background).toBe('rgb(195, 201, 210)');
    await pillOf(page, 'Room 51').click();
    await expectVisibleRoom(page, 'Room 51');
    const [above, below] = [await notice.boundingBox(), await strip(page).boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await expect(notice).toBeInViewport({ ratio: 1 });
    network.mend();
    await expect.poll(background, { timeout: 20_000 }).toBe('rgb(200, 35, 15)');
  },
);
