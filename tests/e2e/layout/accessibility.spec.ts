import { roomStatuses } from '../../../src/domain/room-status.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { locationAddress } from '../support/demo-addresses.ts';
import { expectConsoleErrors, failedCalls, liveFailed } from '../support/connection-loss.ts';
import { coveredElements } from '../support/layout/covered-elements.ts';
import { holdResponses } from '../support/delayed-responses.ts';
import { bodyOf, connection, expect, openBoard, openSignedIn, secondsAgo, test } from '../support/test-ward.ts';

// Without reduced motion axe would measure elements that fade in at half opacity.
test('[LOGIN-2] [STATUS-5] axe finds no violation on the login pages, in both themes', async ({ page, console }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: /^log in with/ })).toBeEnabled();
  await expectNoViolations(page);
  await page.getByRole('button', { name: /^log in with/ }).click();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolations(page);
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 422')]);
  await page.goto('/callback?error=access_denied');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolations(page);
});

test('[STATUS-5] axe finds no violation on a list of places, while it loads and when it is loaded, in both themes', async ({
  page,
}) => {
  await openSignedIn(page, 'manager');
  await expect(page.getByRole('heading', { name: 'Choose a client' })).toBeVisible();
  await expectNoViolations(page);
  const answer = await holdResponses(page, '/clients');
  await page.goto('/');
  await expect(page.getByText('Loading customers...')).toBeVisible();
  await expectNoViolations(page);
  answer();
});

test('[STATUS-5] axe finds no violation on cards of wards with alerts, on the tables of all wards and on the sound check', async ({
  page,
  createWard,
}) => {
  const rooms = roomStatuses.map(({ name }) => name);
  const ward = await createWard([...rooms, 'silent', { name: 'off', status: 'INACTIVE' }]);
  for (const { code, name } of roomStatuses) await ward.report(name, code);
  await openSignedIn(page, 'nurse', locationAddress('Harbour House'));
  await expect(page.locator('[data-kind="high"]')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'All wards' }).click();
  await expect(page.getByRole('region', { name: 'Ward 7 Meadow' }).getByRole('article')).toHaveCount(rooms.length + 1);
  await page.evaluate(() => {
    localStorage.removeItem('room-status:sound-check');
    dispatchEvent(new Event('storage'));
  });
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
  await page.getByRole('button', { name: 'Test tone' }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByText(/^Test tone not heard at/)).toBeVisible();
  await expectNoViolations(page);
});

test('[STATUS-5] axe finds no violation on the board as cards and as a table', async ({ page, createWard }) => {
  const ward = await createWard([
    ...roomStatuses.map(({ name }) => name),
    'silent',
    { name: 'off', status: 'INACTIVE' },
  ]);
  for (const { code, name } of roomStatuses) await ward.report(name, code);
  await openBoard(page, ward);
  await expect(page.getByRole('article')).toHaveCount(roomStatuses.length + 1);
  await page.getByRole('button', { name: 'I’m on my way' }).first().click();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expectNoViolations(page);
  await page.getByRole('button', { name: /^\+\d+: \d+ alerts$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Other answers/ })
    .last()
    .click();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await expectNoViolations(page);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[STATUS-5] axe finds no violation on a board without connection', async ({ page, network, createWard }) => {
    const ward = await createWard(['Room 1', 'Room 2', 'Room 3']);
    await ward.report('Room 1', 'man_down');
    await ward.report('Room 2', 'soeb');
    await openBoard(page, ward);
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    const reloaded = page.waitForEvent('load');
    network.cut();
    await reloaded;
    await expect(page.getByRole('alert')).toContainText('Connection lost.');
    await expect(page.getByText('Loading streams...')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);
    await expectNoViolations(page);
    expect(await coveredElements(page), 'the loading text covers nothing on a phone').toEqual([]);
    network.mend();
    await expect(connection(page)).toHaveText('Live');
  });
});

test('[STATUS-5] [WARD-3] axe finds no violation on a board without event stream on a computer with a wrong clock, which shows correct ages', async ({
  page,
  createWard,
  console,
}) => {
  const ward = await createWard(['Room 1', { name: 'Room 2', status: 'INACTIVE' }]);
  await ward.report('Room 1', 'man_down', { at: secondsAgo(7 * 60 + 5) });
  await page.clock.install({ time: Date.now() + 3_600_000 });
  await page.route('**/api/streams/events?*', (route) => route.fulfill({ status: 503 }));
  await openSignedIn(page, 'nurse', ward.address);
  // The board reloads once, 3 s after the first failure. Axe can need longer than 3 s, so it starts after the reload.
  await page.waitForFunction(() => sessionStorage.getItem('room-status:reloaded-at') !== null);
  await expect(connection(page)).toHaveText('Updated every 15 s');
  await expect(page.getByText(/^The clock of this device is wrong/)).toBeVisible();
  await expect(bodyOf(page, 'Room 1').getByText('7 min ago')).toBeVisible();
  await expectNoViolations(page);
  // The board connects again and again, so it could fail once more after the check of its messages.
  await page.close();
  expectConsoleErrors(console, liveFailed, failedCalls);
});

test('[STATUS-5] axe finds no violation on the crash page and on "page not found"', async ({ page, console }) => {
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(name="room-status-config" content=")[^"]*/, '$1');
    await route.fulfill({ response, body });
  });
  await page.goto('/login');
  await expect(page.getByRole('alert')).toContainText('This page stopped working');
  await expect(page.getByRole('alert')).toContainText(
    'This screen shows no rooms. Go and check the rooms. The page reloads automatically.',
  );
  await expectNoViolations(page);
  expect(console.splice(0)).toEqual([expect.stringMatching(/^The page could not start, reason: .*room-status-config/)]);
  await page.unroute('**/login');
  await openSignedIn(page, 'nurse', '/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectNoViolations(page);
});
