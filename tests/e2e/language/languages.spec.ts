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
