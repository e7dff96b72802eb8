import { languages } from '../../../src/domain/language.ts';
import { catalogues } from '../../../src/web/language/catalogues.ts';
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
