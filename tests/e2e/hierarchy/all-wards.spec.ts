import type { Page } from '@playwright/test';
import { serviceWorkerReady } from '../support/connection-loss.ts';
import { locationAddress } from '../support/demo-addresses.ts';
import { answerButton, entryOf, rail } from '../support/alert-rail.ts';
import { cardOf, connection, expect, expectLive, headerOf, openSignedIn, test } from '../support/test-ward.ts';

test.use({ serviceWorkers: 'allow' });

const location = locationAddress('Harbour House');
const client = location.replace(/\/location\/.*/, '');
const allWards = `${location}/all`;

/** The badge on the card of a place: its open alerts and the rooms that are not monitored. */
const badgeOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('paragraph');

const meadow = 'Ward 7 Meadow';
const section = (page: Page, ward: string) => page.getByRole('region', { name: ward });

test('an alert of a ward appears on the card of the ward, on the card of its location and on the page with all wards', async ({
  page,
  browser,
  app,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2', { name: 'Room 3', status: 'INACTIVE' }]);
  await openSignedIn(page, 'nurse', location);
  await expect(badgeOf(page, meadow)).toHaveText('1 room not monitored No device yet · 2');
  for (const room of ['Room 1', 'Room 2']) await ward.report(room, 'in_bed');
  await expect(badgeOf(page, meadow)).toHaveText('1 room not monitored');
  const before = await page.getByRole('link', { name: `Ward ${meadow}`, exact: true }).boundingBox();
  const all = await browser.newPage({ baseURL: app.url });
  await openSignedIn(all, 'nurse', allWards);
  await expectLive(all);

  await ward.report('Room 1', 'man_down');
  await ward.report('Room 2', 'soeb');
  await expect(badgeOf(page, meadow)).toHaveText('2 alerts 1 room not monitored');
  await expect(badgeOf(page, meadow).locator('[data-kind="high"]')).toHaveText('2 alerts');
  const link = page.getByRole('link', { name: `Ward ${meadow}`, exact: true });
  await expect(link).toHaveAccessibleDescription('2 alerts 1 room not monitored');
  expect(await link.boundingBox(), 'the cards do not move').toEqual(before);
  const isCut = await badgeOf(page, meadow).evaluate((element) =>
    [element, ...element.querySelectorAll('*')].some((part) => part.scrollWidth > part.clientWidth + 1),
  );
  expect(isCut, 'the badges wrap').toBe(false);

  await expect(entryOf(all, `Room 1 · ${meadow}`)).toContainText('Fall detected');
  await expect(headerOf(all, 'Room 1').and(section(all, meadow).locator('header'))).toHaveText('Room 1Fall detected');
  await answerButton(all, `Room 1 · ${meadow}`, 'I’m on my way').click();
  const card = section(all, meadow).getByRole('article', { name: 'Room 1' });
  await expect(card, 'a small card has no space for a long name').toHaveText(/^Room 1Fall detectedOn the way: \S/);
  await answerButton(all, `Room 1 · ${meadow}`, 'I’m here').click();
  await expect(card).toHaveText(/^Room 1Fall detectedIn the room: \S/);
  await answerButton(all, `Room 1 · ${meadow}`, 'Done').click();
  await expect(badgeOf(page, meadow)).toHaveText('1 alert 1 room not monitored');
  await expect(badgeOf(page, meadow).locator('[data-kind="medium"]'), 'the highest priority is medium').toBeVisible();

  await page.goto(client);
  await expect(badgeOf(page, 'Harbour House')).toContainText('room');
  await expect(badgeOf(page, 'Harbour House').locator('[data-kind="medium"], [data-kind="high"]')).toBeVisible();
  await all.close();
});

test('the page with all wards opens from the list of wards by keyboard, and groups its cards or tables by ward on one live connection', async ({
  page,
  createWard,
}) => {
  await createWard(['Room 1', 'Room 2']);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await openSignedIn(page, 'nurse', location);
  const link = page.getByRole('link', { name: 'All wards' });
  await expect(link).toBeVisible();
  await link.focus();
  await page.keyboard.press('Enter');
  await expectLive(page);
  expect(new URL(page.url()).pathname).toBe(allWards);
  await expect(page.getByRole('navigation').getByRole('listitem').last()).toHaveText('All wards');
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Ward 2 Sea View', meadow]);
  await expect(section(page, meadow).getByRole('article')).toHaveCount(2);
  await expect(cardOf(page, 'Room 1 Ada').and(section(page, 'Ward 2 Sea View').getByRole('article'))).toBeVisible();
  await expect(rail(page)).toBeVisible();
  const streams = calls.filter((path) => path.endsWith('/streams/events'));
  expect(streams, 'one connection for all wards').toHaveLength(1);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(section(page, meadow).getByRole('table', { name: meadow }).getByRole('row')).toHaveCount(3);
});

test('without a network the page with all wards is grey and says that the connection is lost, also after a reload, and the cards of wards say that their alerts are unknown', async ({
  page,
  context,
  network,
  createWard,
}) => {
  const ward = await createWard(['Room 1']);
  await ward.report('Room 1', 'man_down');
  await openSignedIn(page, 'nurse', allWards);
  await expectLive(page);
  const list = await context.newPage();
  await list.goto(location);
  await expect(badgeOf(list, meadow)).toHaveText('1 alert');
  await serviceWorkerReady(page);
  const reloaded = page.waitForEvent('load');
  network.cut();
  await reloaded;
  await expect(page.getByRole('alert').filter({ hasText: 'Connection lost.' })).toBeVisible();
  await expect(section(page, meadow).getByRole('article')).toHaveCount(1);
  await expect(page.locator('[data-stale="true"]')).toBeVisible();
  await expect(badgeOf(list, meadow)).toHaveText('Alerts unknown');
  network.mend();
  await expect(connection(page)).toHaveText('Live');
  await expect(page.locator('[data-stale="false"]')).toBeVisible();
  await expect(badgeOf(list, meadow)).toHaveText('1 alert');
});
