import type { Page } from '@playwright/test';
import { languages } from '../../../src/domain/language.ts';
import { expect } from './fixtures.ts';

/** The language button. It is found in any language, because its label ends with the name of the language. */
export const languageButton = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`: (${languages.map(({ name }) => name).join('|')})$`) });

export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await languageButton(page).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
  await expect(languageButton(page)).toHaveText(name);
  await expect(page.getByRole('menu')).toHaveCount(0);
}
