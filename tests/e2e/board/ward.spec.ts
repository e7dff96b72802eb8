import type { Page } from '@playwright/test';
import { catalogues } from '../../support/catalogues.ts';
import { bodyOf, cardOf, connection, expect, headerOf, openBoard, secondsAgo, test } from '../support/test-ward.ts';
import { chooseLanguage } from '../support/language-menu.ts';

/** The names of the rooms from top to bottom. */
const roomNames = (page: Page) => page.getByRole('article').getByRole('heading');

test('[WARD-2] [LIST-10] the board has 1 to 4 columns of cards, by the width of the screen', async ({
  page,
  openWard,
}) => {
  await openWard(Array.from({ length: 9 }, (_, index) => `Room ${index + 1}`));
  const borders = [600, 900, 1200];
  for (const width of [360, 1920, ...borders.flatMap((border) => [border - 1, border])]) {
    const columns = 1 + borders.filter((border) => width >= border).length;
    await page.setViewportSize({ width, height: 900 });
    const boxes = await page.getByRole('article').evaluateAll((cards) =>
      cards.map((card) => {
        const { x, y, width: own } = card.getBoundingClientRect();
        return { x: Math.round(x), y: Math.round(y), width: Math.round(own) };
      }),
    );
    expect(new Set(boxes.map(({ x }) => x)).size, `columns at ${width}`).toBe(columns);
    expect(boxes.filter(({ y }) => y === boxes[0]?.y)).toHaveLength(columns);
    expect(new Set(boxes.map((box) => box.width)).size, 'all cards have the same width').toBe(1);
  }
});

test('[WARD-3] [WARD-4] [WARD-7] a card shows the room status above the last notification and its time, each in its colour', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(['Room 1 Ada', 'Room 2', 'Room 3']);
  const at = secondsAgo(8 * 60 + 30);
  await ward.report('Room 1 Ada', 'out_of_bed', { at });
  for (const room of ['Room 1 Ada', 'Room 3']) await ward.report(room, 'in_bed', { notification: false });
  await openBoard(page, ward);
  const [header, body] = [headerOf(page, 'Room 1 Ada'), bodyOf(page, 'Room 1 Ada')];
  await expect(header.getByRole('heading')).toHaveText('Room 1 Ada');
  await expect(header.getByText('In bed')).toBeVisible();
  await expect(header).toHaveCSS('background-color', 'rgb(17, 135, 75)');
  await expect(body.getByText('Last notification')).toBeVisible();
  await expect(body.getByText('8 min ago')).toBeVisible();
  const local = await page.evaluate((instant) => new Date(instant).toTimeString().slice(0, 8), at);
  await expect(body.getByText(local, { exact: true })).toBeVisible();
  await expect(body.getByText('Out of bed')).toBeVisible();
  await expect(body.locator('svg')).toBeVisible();
  // The colour is 70% of the orange of "out of bed" over white.
  await expect(body).toHaveCSS('background-color', 'rgb(249, 178, 107)');
  for (const [room, now] of [
    ['Room 2', 'No device yet'],
    ['Room 3', 'In bed'],
  ] as const) {
    await expect(headerOf(page, room)).toHaveText(room + now);
    await expect(bodyOf(page, room)).toHaveText('No notifications yet');
    await expect(bodyOf(page, room).locator('svg')).toHaveCount(0);
  }
});

test('[WARD-5] inactive rooms are hidden, and unmonitored rooms are counted', async ({ page, createWard }) => {
  const ward = await createWard([
    'Room 1',
    { name: 'Room 2', status: 'INACTIVE' },
    { name: 'Room 3', status: 'INACTIVE' },
  ]);
  await ward.report('Room 2', 'man_down');
  await openBoard(page, ward);
  await expect(roomNames(page)).toHaveText(['Room 1']);
  await expect(page.getByText('2 rooms not monitored')).toBeVisible();
  await expect(page.getByText(/unreachable/)).toHaveCount(0);
  await ward.report('Room 1', 'camera_unreachable');
  await expect(page.getByText('1 camera unreachable')).toBeVisible();
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([/^Room 1/]);
  await expect(page.getByText('Room 2', { exact: true })).toHaveCount(0);

  const unmonitored = await createWard([{ name: 'Room 1', status: 'INACTIVE' }]);
  await page.goto(unmonitored.address);
  await expect(page.getByText('This ward has no monitored rooms.')).toBeVisible();
  await expect(page.getByText('1 room not monitored')).toBeVisible();
});

test('[WARD-6] the table has the columns name, type and last update, and a chosen table view is kept after a reload and in a new tab', async ({
  page,
  context,
  createWard,
}) => {
  const ward = await createWard([{ name: 'Room 1', type: 'radar' }, { name: 'Room 2', type: 'bed-sensor' }, 'Room 3']);
  const at = secondsAgo(20);
  await ward.report('Room 1', 'in_bathroom', { at });
  await openBoard(page, ward);
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Type', 'Last update']);
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(4);
  const local = await page.evaluate((instant) => new Date(instant).toTimeString().slice(0, 8), at);
  await expect(rows.nth(1)).toHaveText(new RegExp(`^Room 1BathroomRadar${local} `));
  await expect(rows.nth(2)).toHaveText('Room 2No device yetBed sensor');
  await expect(rows.nth(3)).toHaveText('Room 3No device yetCamera');
  await ward.report('Room 3', 'man_down');
  await expect(rows.nth(3)).toHaveText(/^Room 3Fall detectedCamera\d\d:\d\d:\d\d now$/);
  // The time and the second status of the row belong to the last notification.
  await ward.report('Room 3', 'all_clear', { notification: false });
  await expect(rows.nth(3)).toHaveText(/^Room 3All clearFall detectedCamera\d\d:\d\d:\d\d nowFall detected$/);

  await page.reload();
  await expect(page.getByRole('table')).toBeVisible();
  const another = await context.newPage();
  await another.goto(ward.address);
  await expect(another.getByRole('button', { name: 'List', pressed: true })).toBeVisible();
  await expect(another.getByRole('table')).toBeVisible();
  await another.getByRole('button', { name: 'Cards' }).click();
  await expect(cardOf(another, 'Room 1')).toBeVisible();
});

test('[LIST-12] [LAYOUT-4] rooms are sorted in the order of the chosen language', async ({ page, openWard }) => {
  const ward = await openWard(['Room 10 Ärla', 'Room 2', 'Zoë', 'Ähre', 'Apfel', 'Åse', 'Øre']);
  await expect(roomNames(page)).toHaveText(['Ähre', 'Apfel', 'Åse', 'Øre', 'Room 2', 'Room 10 Ärla', 'Zoë']);
  await chooseLanguage(page, 'Svenska');
  await expect(roomNames(page)).toHaveText(['Apfel', 'Room 2', 'Room 10 Ärla', 'Zoë', 'Åse', 'Ähre', 'Øre']);
  await chooseLanguage(page, 'Dansk');
  await expect(roomNames(page)).toHaveText(['Apfel', 'Room 2', 'Room 10 Ärla', 'Zoë', 'Ähre', 'Øre', 'Åse']);
  await ward.report('Zoë', 'man_down');
  await expect(headerOf(page, 'Zoë').getByText(catalogues.da.status.man_down)).toBeVisible();
  await expect(connection(page)).toHaveText(catalogues.da.connection.live);
});
