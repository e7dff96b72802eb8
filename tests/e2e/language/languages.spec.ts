import type { Page } from '@playwright/test';
import { type LanguageCode, languages } from '../../../src/domain/language.ts';
import { catalogues } from '../../support/catalogues.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseLanguage, languageButton } from '../support/language-menu.ts';

// Without reduced motion the menu is animated, and these tests open it many times.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test("[LANG-2] a chosen language is stored for later visits and used by the provider's form", async ({ page }) => {
  await page.goto('/login');
  await chooseLanguage(page, 'Magyar');
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('hu');
  await page.reload();
  await expect(languageButton(page)).toHaveText('Magyar');
  await page.getByRole('main').getByRole('button').click();
  await page.waitForURL('**/idp/**');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hu');
});

test('[LANG-3] [LAYOUT-4] switching the language sends no request', async ({ page }) => {
  await page.goto('/login');
  for (const { code } of languages) await catalogueRequested(page, code);
  // The script of the menu is loaded when the menu is opened for the first time.
  await chooseLanguage(page, 'English');
  const requests: string[] = [];
  page.on('request', (request) => {
    // A font file is loaded when its letters, such as ő, are needed for the first time.
    if (request.resourceType() !== 'font') requests.push(request.url());
  });
  for (const { code, name } of languages) {
    await chooseLanguage(page, name);
    await expect(page.getByRole('main').getByRole('button')).toContainText(catalogues[code].login);
  }
  expect(requests).toEqual([]);
});

test('the page paints with the texts of one language, and loads the others afterwards', async ({ page }) => {
  await page.goto('/login?lng=de');
  await expect(page.getByRole('main').getByRole('button')).toContainText(catalogues.de.login);
  const paint = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const paintedAt = Number(await paint.jsonValue());
  for (const { code } of languages) {
    const requestedAt = await catalogueRequested(page, code);
    if (code === 'de') expect(requestedAt).toBeLessThan(paintedAt);
    else expect(requestedAt, code).toBeGreaterThan(paintedAt);
  }
});

test('a language whose texts cannot be loaded yet is shown when they can', async ({ page, console }) => {
  await page.route(/\/hu-[\w-]+\.js$/, (route) => route.abort());
  await page.goto('/login?lng=en');
  const login = page.getByRole('main').getByRole('button');
  await expect(login).toContainText(catalogues.en.login);
  await expect.poll(() => console.join()).toContain('The texts of the language hu could not be loaded');
  await chooseLanguage(page, 'Magyar');
  await expect(login).toContainText(catalogues.en.login);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.unroute(/\/hu-[\w-]+\.js$/);
  await expect(login).toContainText(catalogues.hu.login);
  await expect(page.locator('html')).toHaveAttribute('lang', 'hu');
  console.splice(0);
});

/** When the page requested the texts of a language, in milliseconds since its start. Waits for it. */
async function catalogueRequested(page: Page, code: LanguageCode): Promise<number> {
  const found = await page.waitForFunction((name) => {
    const isCatalogue = new RegExp(`/assets/${name}-[^/]+\\.js$`);
    return performance.getEntriesByType('resource').find(({ name: url }) => isCatalogue.test(url))?.startTime;
  }, code);
  return Number(await found.jsonValue());
}
