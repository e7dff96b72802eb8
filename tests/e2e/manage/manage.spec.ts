import { expectNoViolations } from '../support/accessibility.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('an administrator opens the administration by a link on the list of clients and a page of it, without a finding of axe', async ({
  page,
}) => {
  await openSignedIn(page, 'admin');
  await page.getByRole('link', { name: 'Manage' }).click();
  await expect(page.getByRole('heading', { name: 'Manage' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Rooms and wards' }).click();
  await expect(page.getByRole('heading', { name: 'Rooms and wards' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/manage/rooms');
});

test('a page of the administration whose data cannot be fetched says that loading failed, and "Try again" fetches them', async ({
  page,
  console,
}) => {
  const accounts = '**/api/manage/accounts';
  await page.route(accounts, (route) => route.abort());
  await openSignedIn(page, 'admin', '/manage/people');
  // The page does not retry a failed fetch by itself.
  await expect(page.getByRole('heading', { name: 'The page could not be loaded.', exact: true })).toBeVisible();
  await page.unroute(accounts);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Invite somebody' })).toBeVisible();
  // The browser writes an error to the console for each failed attempt.
  expect(new Set(console.splice(0))).toEqual(new Set([expect.stringContaining('ERR_FAILED')]));
});

test('a nurse sees no link to the administration, and its address says that it is for managers and administrators', async ({
  page,
}) => {
  await openSignedIn(page, 'nurse');
  await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/me'));
  await page.goto('/');
  await answered;
  await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0);
  await page.goto('/manage/rooms');
  await expect(page.getByRole('heading', { name: 'This page is for managers and administrators.' })).toBeVisible();
});
