import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { readGroupRights, replaceGroupRights } from '../../../src/server/rights/group-rights.ts';
import { serviceWorkerReady } from '../support/connection-loss.ts';
import { locationAddress, locationNamed } from '../support/demo-addresses.ts';
import { answerButton, entryOf, rail } from '../support/alert-rail.ts';
import { signIn } from '../../support/identity/sign-in.ts';
import { openSignedIn } from '../support/open-signed-in.ts';
import { cardOf, connection, expect, expectLive, headerOf, test } from '../support/test-ward.ts';

test.use({ serviceWorkers: 'allow' });

const location = locationAddress('Harbour House');
const client = location.replace(/\/location\/.*/, '');
const allWards = `${location}/all`;

/** What stands on the card of a place besides its name. */
const badgeOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('paragraph');

const meadow = 'Ward 7 Meadow';
const section = (page: Page, ward: string) => page.getByRole('region', { name: ward });

test('an alert of a ward appears live on the card of the ward, of its location and on the page with all wards', async ({
  page,
  browser,
  app,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2', { name: 'Room 3', status: 'INACTIVE' }]);
  await openSignedIn(page, 'nurse', location);
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

test('the page with all wards opens from the list of wards by keyboard, and groups the rooms by ward on one live connection', async ({
  page,
  createWard,
}) => {
  await createWard(['Room 1', 'Room 2']);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const connected = page.waitForRequest('**/api/streams/events?*');
  await openSignedIn(page, 'nurse', location);
  await connected;
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
  expect(streams, 'one connection for the list, and one for the board').toHaveLength(2);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
});

test(
  'on a phone an alert of the page with all wards names the room and its ward, beside its buttons',
  { tag: '@narrow' },
  async ({ page, createWard }) => {
    const name = 'Room 12 Ingeborg';
    const ward = await createWard([name]);
    await openSignedIn(page, 'nurse', allWards);
    await expectLive(page);
    await ward.report(name, 'man_down');
    const entry = entryOf(page, `${name} · ${meadow}`);
    const room = entry.getByText(`${name} · ${meadow}`, { exact: true });
    const other = await entry.getByRole('button', { name: 'Other answers' }).boundingBox();
    const { textRight, cutHeight } = await room.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return {
        textRight: text.getBoundingClientRect().right,
        cutHeight: element.scrollHeight - element.clientHeight,
      };
    });
    expect(textRight).toBeLessThanOrEqual(other?.x ?? 0);
    expect(cutHeight, 'the text is not cut after its second line').toBeLessThan(4);
  },
);

test('[WARD-6] the page with all wards also shows its rooms as a table for each ward, and keeps the choice', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  await openSignedIn(page, 'nurse', allWards);
  await expectLive(page);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  const table = section(page, meadow).getByRole('table', { name: meadow });
  await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Type', 'Last update']);
  await expect(table.getByRole('rowheader')).toHaveText(['Room 1Starting up', 'Room 2Starting up']);
  await ward.report('Room 2', 'man_down');
  await expect(table.getByRole('rowheader').last()).toHaveText('Room 2Fall detected');
  await page.getByRole('button', { name: new RegExp(`^Room 2 · ${meadow} ·`) }).click();
  await expect(table.locator('tr:focus').getByRole('rowheader')).toHaveText('Room 2Fall detected');
  await page.reload();
  await expect(table.getByRole('row')).toHaveCount(3);
});

test('[AUTH-2] a nurse of one ward sees and hears only the rooms of that ward on the page with all wards', async ({
  page,
  app,
  sounds,
  createWard,
}) => {
  const own = await createWard(['Room 1']);
  const other = { uuid: randomUUID(), location_uuid: locationNamed('Harbour House').uuid, display_name: 'Ward 8 Lake' };
  await app.database.query.insertInto('ward').values(other).execute();
  const rights = await readGroupRights(app.database);
  const scope = { kind: 'ward', uuid: own.uuid } as const;
  const { accessToken } = await signIn(app.url, 'nurse', 'room-status');
  const headers = { authorization: `Bearer ${accessToken}` };
  // A change of rights takes effect within a second. A page with the rights of before would lose its connection.
  const untilForeignWardIs = (status: number) =>
    expect.poll(async () => (await fetch(`${app.url}/api/wards/${other.uuid}`, { headers })).status).toBe(status);
  try {
    await replaceGroupRights(
      app.database,
      rights.map((right) => (right.group === 'nurses-harbour-house' ? { ...right, scope } : right)),
    );
    await untilForeignWardIs(404);
    await openSignedIn(page, 'nurse', allWards);
    await expectLive(page);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([meadow]);
    await expect(page.getByRole('article')).toHaveCount(1);
    expect(sounds.alarms()).toEqual([]);
    await own.report('Room 1', 'man_down');
    await expect(entryOf(page, `Room 1 · ${meadow}`)).toBeVisible();
    await expect.poll(() => sounds.alarms()).toContain('high');
    await page.goto(location);
    await expect(badgeOf(page, meadow)).toHaveText('1 alert');
    await expect(page.getByRole('link', { name: 'All wards' }), 'there is only one ward').toBeHidden();
  } finally {
    await page.goto('about:blank');
    await replaceGroupRights(app.database, rights);
    await untilForeignWardIs(200);
    await app.database.query.deleteFrom('ward').where('uuid', '=', other.uuid).execute();
  }
});

test('the page with all wards becomes grey and says so when its connection is lost, also after a reload', async ({
  page,
  network,
  createWard,
}) => {
  const ward = await createWard(['Room 1']);
  await ward.report('Room 1', 'man_down');
  await openSignedIn(page, 'nurse', allWards);
  await expectLive(page);
  await serviceWorkerReady(page);
  const reloaded = page.waitForEvent('load');
  network.cut();
  await reloaded;
  await expect(page.getByRole('alert').filter({ hasText: 'Connection lost.' })).toBeVisible();
  await expect(section(page, meadow).getByRole('article')).toHaveCount(1);
  await expect(page.locator('[data-stale="true"]')).toBeVisible();
  network.mend();
  await expect(connection(page)).toHaveText('Live');
  await expect(page.locator('[data-stale="false"]')).toBeVisible();
});

test('the cards of the wards say that the alerts are unknown while the connection is lost', async ({
  page,
  network,
  createWard,
}) => {
  const ward = await createWard(['Room 1']);
  await ward.report('Room 1', 'man_down');
  await openSignedIn(page, 'nurse', location);
  await expect(badgeOf(page, meadow)).toHaveText('1 alert');
  await serviceWorkerReady(page);
  network.cut();
  await expect(badgeOf(page, meadow)).toHaveText('Alerts unknown');
  network.mend();
  await expect(badgeOf(page, meadow)).toHaveText('1 alert');
});

test('with a server without alerts the cards have no badges, there is no page with all wards, and no live connection is opened', async ({
  page,
  createWard,
}) => {
  await createWard(['Room 1']);
  let lists = 0;
  const connections: string[] = [];
  await page.route('**/api/streams?*', async (route) => {
    const response = await route.fetch();
    // The fields that the specification does not have get other names.
    const body = (await response.text()).replaceAll('"alert', '"other');
    await route.fulfill({ response, body });
    lists += 1;
  });
  page.on('request', (request) => {
    if (request.url().includes('/streams/events')) connections.push(request.url());
  });
  await openSignedIn(page, 'nurse', location);
  await expect.poll(() => lists).toBe(1);
  await expect(badgeOf(page, meadow)).toHaveText('');
  await expect(page.getByRole('link', { name: 'All wards' })).toBeHidden();
  expect(connections).toEqual([]);
});
