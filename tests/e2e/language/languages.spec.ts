import type { Page } from '@playwright/test';
import { type LanguageCode, languages } from '../../../src/domain/language.ts';
import { catalogues } from '../../support/catalogues.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseLanguage, languageMenu } from '../support/language-menu.ts';

test('[LANG-2] a chosen language is stored for later visits and used by the login form of the identity provider', async ({
  page,
}) => {
  await page.goto('/login');
  await chooseLanguage(page, 'Magyar');
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('hu');
  await page.reload();
  await expect(languageMenu(page)).toHaveValue('hu');
  await page.getByRole('main').getByRole('button').click();
  await page.waitForURL('**/idp/**');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hu');
});

test('[LANG-3] [LAYOUT-4] switching the language sends no request', async ({ page }) => {
  await page.goto('/login');
  for (const { code } of languages) await catalogueRequested(page, code);
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

/** Waits until the page has requested the texts of a language. */
async function catalogueRequested(page: Page, code: LanguageCode): Promise<void> {
  await page.waitForFunction((name) => {
    const isCatalogue = new RegExp(`/assets/page-${name}-[^/]+\\.js$`);
    return performance.getEntriesByType('resource').some(({ name: url }) => isCatalogue.test(url));
  }, code);
}
