import type { Page } from '@playwright/test';
import { languages } from '../../../src/domain/language.ts';
import { pageWords } from '../../../src/server/identity/provider/pages/page-words.ts';
import type { Catalogue } from '../../../src/web/language/catalogues.ts';
import { catalogues } from '../../support/catalogues.ts';
import { clientAddress, locationAddress, wardAddress } from '../support/demo-addresses.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';
import { holdResponses } from '../support/delayed-responses.ts';
import { chooseLanguage } from '../support/language-menu.ts';

/** Selects texts of a catalogue that the screen must show. */
type ExpectedTexts = (catalogue: Catalogue) => readonly string[];

test('[LANG-1] [LANG-3] login and callback page fit a phone in all languages', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/login');
  await expectAllLanguages(page, ({ login }) => [login]);
  await page.goto('/callback?error=access_denied');
  await expectAllLanguages(page, ({ session }) => [session.failed, session.to_login]);
});

test(
  '[LANG-1] the login form of the identity provider fits a phone in all languages',
  { tag: '@narrow' },
  async ({ page, console }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: /^log in with/ }).click();
    for (const { code, name } of languages) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await expect(page.getByLabel(pageWords[code].password)).toBeVisible();
      await expect(page.getByText(catalogues[code].title, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: pageWords[code].signIn }).click();
      await expect(page.getByRole('alert')).toHaveText(pageWords[code].missing);
      expect(await textProblems(page), name).toEqual([]);
    }
    const lines = console.splice(0);
    expect(lines).toHaveLength(languages.length);
    for (const line of lines) expect(line).toContain('status of 422');
  },
);

test(
  '[LANG-1] [LANG-3] the lists, "page not found" and the board as cards and as a table fit a phone in all languages',
  { tag: '@narrow' },
  async ({ page }) => {
    await openSignedIn(page, 'manager');
    await expectAllLanguages(page, ({ clients }) => [clients.choose, clients.one]);
    await page.goto(clientAddress('Birkenfjord Care'));
    await expectAllLanguages(page, ({ locations }) => [locations.choose, locations.one]);
    await page.goto(locationAddress('Harbour House'));
    await expectAllLanguages(page, ({ wards }) => [wards.choose, wards.one]);
    await page.goto('/nowhere');
    await expectAllLanguages(page, ({ not_found: { title, text } }) => [title, text]);
    await page.goto(wardAddress('Ward 2 Sea View'));
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectAllLanguages(page, ({ connection }) => [connection.live]);
    await page.getByRole('button', { name: 'List' }).click();
    await expectAllLanguages(page, ({ room }) => [room.name, room.type, room.last_update]);
  },
);

test('[LANG-1] [LAYOUT-1] top bar and loading overlay fit every width in all languages', async ({ page }) => {
  await openSignedIn(page, 'manager', '/nowhere');
  const answer = await holdResponses(page, '/clients');
  await page.goto('/');
  await expectAllLanguages(page, ({ clients }) => [clients.loading], [360, 600, 900]);
  answer();
});

test('[LANG-1] [LAYOUT-1] the top bar of a board and its settings of the sound fit every width in all languages', async ({
  page,
}) => {
  await openSignedIn(page, 'manager', wardAddress('Ward 2 Sea View'));
  await expect(page.getByRole('button', { name: 'Sound', exact: true })).toBeVisible();
  await expectAllLanguages(page, ({ connection }) => [connection.live], [320, 600, 900]);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { code, name } of languages) {
    await chooseLanguage(page, name);
    await page.getByRole('button', { name: catalogues[code].sound.label, exact: true }).click();
    await expect(page.getByLabel(catalogues[code].sound.night)).toBeVisible();
    expect(await textProblems(page), name).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

/** Checks the page in all languages, English last, at the width of the screen or at each of `widths`. */
async function expectAllLanguages(
  page: Page,
  expectedTexts: ExpectedTexts,
  widths: readonly number[] = [],
): Promise<void> {
  const isEnglish = ({ code }: (typeof languages)[number]) => Number(code === 'en');
  for (const { code, name } of languages.toSorted((one, other) => isEnglish(one) - isEnglish(other))) {
    await chooseLanguage(page, name);
    for (const text of expectedTexts(catalogues[code])) {
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    }
    const place = `${new URL(page.url()).pathname} in ${name}`;
    if (widths.length === 0) expect(await textProblems(page), place).toEqual([]);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await textProblems(page), `${place} at ${width} px`).toEqual([]);
    }
  }
}

/** Lists the text problems of a page, one line for each. */
async function textProblems(page: Page): Promise<string[]> {
  return page.evaluate(findProblems, keysOf(catalogues.en));
}

/** The keys of all texts, such as `clients.choose`. The page shows the key if a text is missing. */
function keysOf(node: object, prefix = ''): string[] {
  return Object.entries(node).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${name}.`) : [prefix + name],
  );
}

/** Finds the text problems. Runs in the page. */
function findProblems(keys: string[]): string[] {
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')];
  const attributes = ['aria-label', 'title', 'alt', 'placeholder'];
  const texts = elements.flatMap((element) => [
    ...[...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')),
    ...attributes.map((name) => element.getAttribute(name) ?? ''),
  ]);
  const missing = texts.filter((text) => keys.includes(text) || text.includes('{{'));

  const { scrollWidth, clientWidth } = document.documentElement;
  const overflow = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : [];
  // Elements that only screen readers read are one pixel wide, so they are left out.
  const seen = elements.filter((element) => element.getBoundingClientRect().width > 1);
  const outside = seen.filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left < -1 || right > clientWidth + 1;
  });
  const cut = seen.filter(
    (element) => element.matches('a, button, h1, h2') && element.scrollWidth > element.clientWidth + 1,
  );
  const nameOf = (element: HTMLElement) => `${element.localName} ${element.innerText.slice(0, 40)}`;
  return [
    ...missing.map((text) => `a text is missing: ${text}`),
    ...overflow,
    ...outside.map((element) => `outside of the screen: ${nameOf(element)}`),
    ...cut.map((element) => `cut off: ${nameOf(element)}`),
  ];
}
