import type { Page } from '@playwright/test';
import { languages } from '../../../src/domain/language.ts';
import { catalogues } from '../../support/catalogues.ts';
import { clientAddress, locationAddress, wardAddress } from '../support/demo-addresses.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';

const client = clientAddress('Birkenfjord Care');
const location = locationAddress('Harbour House');
const ward = wardAddress('Ward 2 Sea View');

const bar = (page: Page) => page.getByRole('banner');
const trail = (page: Page) => page.getByRole('navigation').getByRole('listitem').getByRole('link');

test(
  '[LAYOUT-1] the top bar stays at the top with home link, language and logout, and the content begins 98 px below',
  { tag: '@both' },
  async ({ page }) => {
    await openSignedIn(page, 'nurse', ward);
    await expect(page.getByRole('article').last()).toBeAttached();
    await expect(page.getByRole('main')).toHaveCSS('padding-top', '98px');
    await page.getByRole('article').last().scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    expect(await bar(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: page.viewportSize()?.width });
    await expect(bar(page).getByRole('combobox', { name: 'Language' })).toBeInViewport({ ratio: 1 });
    await expect(bar(page).getByRole('button', { name: 'Log out' })).toBeInViewport({ ratio: 1 });
    await bar(page).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
  },
);

test('[LAYOUT-1] [PROD-1] a wide top bar shows the translated title in its middle', async ({ page }) => {
  for (const { code } of languages) {
    await page.goto(`/callback?error=access_denied&lng=${code}`);
    const title = bar(page).getByText(catalogues[code].title, { exact: true });
    const box = await title.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2, code).toBeCloseTo(720, 0);
    await expect(page).toHaveTitle('Room Status');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(bar(page).getByRole('link').first()).toBeVisible();
    await expect(title).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('[LAYOUT-2] [LAYOUT-3] the breadcrumb links to client, location and ward, and below a width of 600 px it is one link back', async ({
  page,
}) => {
  await openSignedIn(page, 'manager', ward);
  await expect(trail(page)).toHaveText(['Home', 'Birkenfjord Care', 'Harbour House', 'Ward 2 Sea View']);
  for (const [index, address] of ['/', client, location, ward].entries()) {
    await expect(trail(page).nth(index)).toHaveAttribute('href', address);
  }
  await expect(trail(page).last()).toHaveAttribute('aria-current', 'page');
  const box = await page.getByRole('navigation').boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual((await bar(page).boundingBox())?.height ?? Infinity);

  const links = page.getByRole('navigation').getByRole('link');
  await page.setViewportSize({ width: 600, height: 900 });
  await expect(trail(page)).toHaveCount(4);
  await page.setViewportSize({ width: 599, height: 900 });
  await expect(trail(page)).toHaveCount(0);
  for (const [name, target, heading] of [
    ['Back to Harbour House', location, 'Choose a ward'],
    ['Back to Birkenfjord Care', client, 'Choose a location'],
    ['Home', '/', 'Choose a client'],
  ] as const) {
    await expect(links).toHaveText([name]);
    await expect(links).toHaveAttribute('href', target);
    await links.click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await expect(links).toHaveText(['Home']);
});

test('[LAYOUT-4] the language menu shows the current language, lists all languages, and switches to another one', async ({
  page,
}) => {
  await openSignedIn(page, 'manager');
  const menu = bar(page).getByRole('combobox', { name: 'Language' });
  await expect(bar(page).getByText('English', { exact: true }).first()).toBeVisible();
  expect(await menu.getByRole('option').allTextContents()).toEqual(languages.map(({ name }) => name));
  await menu.selectOption('Magyar');
  await expect(bar(page).getByText('Magyar', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(catalogues.hu.clients.choose);
  await expect(page.locator('html')).toHaveAttribute('lang', 'hu');
});
