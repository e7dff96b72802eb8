import type { Page } from '@playwright/test';
import { clientAddress, locationAddress, wardAddress } from '../support/demo-addresses.ts';
import { expect, fillInForm, signIn, test } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const ward = wardAddress('Ward 2 Sea View');
const protectedAddresses = ['/', clientAddress('Birkenfjord Care'), locationAddress('Harbour House'), ward, '/nowhere'];

const loginButton = (page: Page) => page.getByRole('button', { name: /^log in with/ });

/** The path, query and hash of the page. */
function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

test('[ROUTE-8] [AUTH-2] [AUTH-3] without a session every address leads to the login', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api')) calls.push(request.url());
  });
  for (const address of protectedAddresses) {
    await page.goto(address);
    await page.waitForURL('**/login');
    await expect(loginButton(page)).toBeVisible();
  }
  expect(calls).toEqual([]);
});

test('[ROUTE-2] [ROUTE-9] [ROUTE-6] [AUTH-2] the sign-in opens the return address with query and hash, and its used callback address does so later', async ({
  page,
}) => {
  const callback = page.waitForRequest(/\/callback\?/);
  const wanted = `${ward}?from=pager&name=%C3%89mile#room-7`;
  await signIn(page, 'nurse', wanted);
  expect(addressOf(page)).toBe(wanted);
  await page.goto((await callback).url());
  await expect(page.getByRole('article', { name: 'Room 7 Émile' })).toBeVisible();
  expect(addressOf(page)).toBe(wanted);
});

test('[ROUTE-7] a protected page shows nothing while an expired token is renewed', async ({ page }) => {
  await signIn(page, 'nurse', ward);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expireStoredToken(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/idp/token', async (route) => {
    await held;
    await route.continue();
  });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  // The board that is left may still send a call.
  page.once('framenavigated', () => calls.splice(0));
  const renewing = page.waitForRequest('**/idp/token');
  await page.reload();
  await renewing;
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('main')).toBeEmpty();
  expect(addressOf(page)).toBe(ward);
  expect(calls.filter((path) => path.startsWith('/api'))).toEqual([]);
  release();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('[ROUTE-2] when the provider redirects back with an error, the callback page shows it in the layout with a link to the login', async ({
  page,
}) => {
  await answerSignIn(page, { error: 'access_denied', error_description: 'Not <b>you</b>' });
  await page.goto(`${ward}#room-7`);
  await loginButton(page).click();
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toHaveText(/^Login failed.*did not complete the login.*Not <b>you<\/b>/);
  await expect(failure.getByText('Not <b>you</b>')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('banner').getByRole('link', { name: /Home/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
  await page.unroute('**/idp/auth?*');
  await failure.getByRole('link', { name: 'Back to login' }).click();
  await loginButton(page).click();
  await fillInForm(page, 'nurse');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(addressOf(page)).toBe(`${ward}#room-7`);
});

test('[ROUTE-2] the callback page of a tab that has started no sign-in shows no text from its URL', async ({
  page,
}) => {
  await page.goto('/callback?error=access_denied&error_description=Call+0190&state=other&lng=de');
  await expect(page.getByRole('alert')).toContainText('Diese Anmeldeseite ist zu alt.');
  await expect(page.getByText('0190')).toHaveCount(0);
});

/** Makes the provider redirect back at once with these parameters and the `state` of the request. */
async function answerSignIn(page: Page, answer: Readonly<Record<string, string>>): Promise<void> {
  await page.route('**/idp/auth?*', async (route) => {
    const state = new URL(route.request().url()).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ ...answer, state });
    await route.fulfill({ status: 303, headers: { location: `/callback?${query}` } });
  });
}

/** Makes the stored access token expire, as happens while a computer sleeps. */
async function expireStoredToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = 'room-status:session';
    const text = sessionStorage.getItem(key) ?? '';
    const expired = text.replace(/(\\"expires_at\\":)\d+/, '$11000').replace(/("issuedAt":)\d+/, '$10');
    sessionStorage.setItem(key, expired);
  });
}
