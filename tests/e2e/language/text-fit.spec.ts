import type { Page } from '@playwright/test';
import { languages } from '../../../src/domain/language.ts';
import { pageWords } from '../../../src/server/identity-provider/pages/page-words.ts';
import type { Catalogue } from '../../../src/web/language/catalogues.ts';
import { catalogues } from '../../support/catalogues.ts';
import { clientAddress, locationAddress, wardAddress } from '../support/demo-addresses.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/open-signed-in.ts';
import { holdResponses } from '../support/delayed-responses.ts';
import { chooseLanguage } from '../support/language-menu.ts';
import { textProblems } from '../support/layout/text-problems.ts';

// Without reduced motion the menu is animated, and these tests open it many times.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Selects texts of a catalogue that the screen must show. */
type ExpectedTexts = (catalogue: Catalogue) => readonly string[];

test('[LANG-1] [LANG-3] login and callback page fit a phone in all languages', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/login');
  await expectAllLanguages(page, ({ login }) => [login]);
  await page.goto('/callback?error=access_denied');
  await expectAllLanguages(page, ({ session }) => [session.failed, session.to_login]);
});

test(
  '[LANG-1] the login form of the provider fits a phone in all languages',
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
    await expectAllLanguages(page, ({ view, connection }) => [view.grid, view.list, connection.live]);
    await page.getByRole('button', { name: 'List' }).click();
    await expectAllLanguages(page, ({ room }) => [room.name, room.type, room.last_update]);
  },
);

test('[LANG-1] [LAYOUT-1] top bar and loading overlay fit every width in all languages', async ({ page }) => {
  await openSignedIn(page, 'manager', '/nowhere');
  const answer = await holdResponses(page, '/clients');
  await page.goto('/');
  await expectAllLanguages(page, ({ clients }) => [clients.loading], [360, 600, 900, 1200]);
  answer();
});

test('[LANG-1] [LAYOUT-1] the top bar of a board and its settings of the sound fit every width in all languages', async ({
  page,
}) => {
  await openSignedIn(page, 'manager', wardAddress('Ward 2 Sea View'));
  await expect(page.getByRole('button', { name: 'Sound', exact: true })).toBeVisible();
  await expectAllLanguages(page, ({ connection }) => [connection.live], [320, 360, 600, 768, 900, 1200]);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { code, name } of languages) {
    await chooseLanguage(page, name);
    await page.getByRole('button', { name: catalogues[code].sound.label, exact: true }).click();
    await expect(page.getByLabel(catalogues[code].sound.night_until)).toBeVisible();
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
