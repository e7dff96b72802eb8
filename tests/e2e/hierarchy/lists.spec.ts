import type { Page } from '@playwright/test';
import { clientAddress, locationAddress, wardAddress } from '../support/demo-addresses.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';
import { holdResponses } from '../support/delayed-responses.ts';

const client = clientAddress('Birkenfjord Care');
const location = locationAddress('Harbour House');
const ward = wardAddress('Ward 2 Sea View');

const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('list', { name: /^Choose/ })
    .getByRole('link');
const trail = (page: Page) => page.getByRole('navigation').getByRole('listitem');

const pathOf = (page: Page) => new URL(page.url()).pathname;

test('[PROD-2] [ROUTE-3] [ROUTE-4] [ROUTE-5] [ROUTE-6] [LIST-1] [LIST-4] [LIST-5] [LIST-6] [LIST-7] [LIST-8] [LAYOUT-2] cards lead from the clients to the rooms, and going up a level clears the selection below it', async ({
  page,
}) => {
  await openSignedIn(page, 'manager');
  await expect(page.getByRole('heading', { name: 'Choose a client' })).toBeVisible();
  await expectCard(page, 'Client', 'Ambrelle & Søholm', clientAddress('Ambrelle & Søholm'));
  await expectCard(page, 'Client', 'Birkenfjord Care', client);

  await cards(page).filter({ hasText: 'Birkenfjord Care' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
  expect(pathOf(page)).toBe(client);
  await expectCard(page, 'Location', 'Haus Lindenau', locationAddress('Haus Lindenau'));
  await expectCard(page, 'Location', 'Harbour House', location);

  await cards(page).filter({ hasText: 'Harbour House' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
  expect(pathOf(page)).toBe(location);
  await expectCard(page, 'Ward', 'Ward 2 Sea View', ward);

  await cards(page).filter({ hasText: 'Ward 2 Sea View' }).click();
  await expect(page.getByRole('article', { name: 'Room 1 Ada' })).toBeVisible();
  expect(pathOf(page)).toBe(ward);

  const names = ['Home', 'Birkenfjord Care', 'Harbour House', 'Ward 2 Sea View'];
  await expect(trail(page)).toHaveText(names);
  for (const [level, title] of [
    [2, 'Choose a ward'],
    [1, 'Choose a location'],
    [0, 'Choose a client'],
  ] as const) {
    await trail(page).nth(level).getByRole('link').click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(trail(page)).toHaveText(names.slice(0, level + 1));
  }
});

test('[PROD-4] [LIST-3] a user with one client gets to its locations without choosing a client', async ({ page }) => {
  await openSignedIn(page, 'nurse');
  await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
  expect(pathOf(page)).toBe(client);
  await cards(page).filter({ hasText: 'Harbour House' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
  expect(pathOf(page)).toBe(client);
  // The redirect to the only client has left no entry in the browser history, so Back leads to the page before it.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
});

test('[LIST-9] the breadcrumb shows the name of a chosen card before the server sends the name', async ({ page }) => {
  await openSignedIn(page, 'manager');
  const answer = await holdResponses(page, /^\/(clients|locations|wards)\/./);
  const chosen = ['Birkenfjord Care', 'Harbour House', 'Ward 2 Sea View'];
  for (const [index, name] of chosen.entries()) {
    await cards(page).filter({ hasText: name }).click();
    await expect(trail(page)).toHaveText(['Home', ...chosen.slice(0, index + 1)]);
  }
  answer();
});

const lists = [
  { path: '/clients', address: '/', title: 'Loading customers...', heading: 'Choose a client' },
  { path: '/locations', address: client, title: 'Loading locations...', heading: 'Choose a location' },
  { path: '/wards', address: location, title: 'Loading wards...', heading: 'Choose a ward' },
];

test('[LIST-2] [LIST-5] [LIST-7] [LIST-11] each list shows its loading text until it is loaded', async ({ page }) => {
  await openSignedIn(page, 'manager', '/nowhere');
  for (const { path, address, title, heading } of lists) {
    const answer = await holdResponses(page, path);
    await page.goto(address);
    const overlay = page.getByRole('main').getByRole('status');
    await expect(overlay).toHaveText(title);
    await expect(page.getByRole('heading', { name: heading })).toBeHidden();
    answer();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(overlay).toBeHidden();
  }
});

/** Expects a card that links to the address, with an icon at the left, a small caption and a larger name. */
async function expectCard(page: Page, caption: string, name: string, address: string): Promise<void> {
  const card = page.getByRole('link', { name: `${caption} ${name}`, exact: true });
  await expect(card).toHaveAttribute('href', address);
  const [label, title] = [card.getByText(caption, { exact: true }), card.getByText(name, { exact: true })];
  const icon = await card.locator('svg').first().boundingBox();
  const text = await title.boundingBox();
  expect((icon?.x ?? Infinity) + (icon?.width ?? 0)).toBeLessThan(text?.x ?? 0);
  const sizes = [label, title].map((part) =>
    part.evaluate((element) => parseFloat(getComputedStyle(element).fontSize)),
  );
  const [small = 0, large = 0] = await Promise.all(sizes);
  expect(small).toBeLessThan(large);
}
