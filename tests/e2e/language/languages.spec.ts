import { languageOfTag, languages } from '../../../src/domain/language.ts';
import { catalogues } from '../../../src/web/language/catalogues.ts';
import { expect, test } from '../support/fixtures.ts';
import { chooseLanguage, languageButton } from '../support/language-menu.ts';

// The menu opens and closes many times.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** In the order of detection; each says another language, most of them with a region. */
const sources = [
  ['the query parameter lng', 'de-AT'],
  ['the cookie i18next', 'da'],
  ['local storage', 'fr-CA'],
  ['session storage', 'hu-HU'],
  ['the language of the browser', 'nb-NO'],
  ['the language of the page', 'nl-BE'],
] as const;

for (const [index, [source, tag]] of sources.entries()) {
  test(
    `[LANG-2] the language is found in ${source}, before all that follow, and its region ignored`,
    {
      tag: '@wide',
    },
    async ({ browser, app }) => {
      const [query, cookie, local, session, navigator, own] = sources.map(([, said], at) =>
        at < index ? undefined : said,
      );
      const context = await browser.newContext({ baseURL: app.url, locale: navigator ?? 'pt-BR' });
      if (cookie !== undefined) await context.addCookies([{ name: 'i18next', value: cookie, url: app.url }]);
      await context.addInitScript(
        ([localTag, sessionTag]) => {
          if (localTag !== undefined) localStorage.setItem('i18nextLng', localTag);
          if (sessionTag !== undefined) sessionStorage.setItem('i18nextLng', sessionTag);
        },
        [local, session] as const,
      );
      const page = await context.newPage();
      await page.route('**/login*', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace('lang="en"', `lang="${own}"`) });
      });
      await page.goto(query === undefined ? '/login' : `/login?lng=${query}`);
      const language = languages.find(({ code }) => code === languageOfTag(tag));
      await expect(languageButton(page)).toHaveText(language?.name ?? '');
      await expect(page.locator('html')).toHaveAttribute('lang', language?.code ?? '');
      await context.close();
    },
  );
}

test(
  '[LANG-1] [LANG-2] a browser with none of our languages gets English',
  { tag: '@wide' },
  async ({ browser, app }) => {
    const context = await browser.newContext({ baseURL: app.url, locale: 'pt-BR' });
    const page = await context.newPage();
    await page.goto('/login');
    await expect(languageButton(page)).toHaveText('English');
    await context.close();
  },
);

test(
  '[LANG-2] a chosen language is kept in local storage, for later visits and for the form of the provider',
  {
    tag: '@wide',
  },
  async ({ page }) => {
    await page.goto('/login');
    await chooseLanguage(page, 'Magyar');
    expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('hu');
    await page.reload();
    await expect(languageButton(page)).toHaveText('Magyar');
    await page.getByRole('main').getByRole('button').click();
    await page.waitForURL('**/idp/**');
    await expect(page.locator('html')).toHaveAttribute('lang', 'hu');
  },
);

test('[LANG-3] [LAYOUT-4] switching through all languages sends no request', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/login');
  // The menu itself is fetched when it is first opened.
  await chooseLanguage(page, 'English');
  const requests: string[] = [];
  page.on('request', (request) => {
    // Letters such as ő are in a font file that only those who need them load.
    if (request.resourceType() !== 'font') requests.push(request.url());
  });
  for (const { code, name } of languages) {
    await chooseLanguage(page, name);
    await expect(page.getByRole('main').getByRole('button')).toContainText(catalogues[code].translation.login);
  }
  expect(requests).toEqual([]);
});
