import type { Page } from '@playwright/test';
import { languages } from '../../../src/domain/language.ts';
import { expect } from './fixtures.ts';

/** Finds the language menu, whatever the language of the page is. */
export const languageMenu = (page: Page) => page.locator('select:has(option[value="hu"])');

export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await languageMenu(page).selectOption({ label: name });
  await expect(languageMenu(page)).toHaveValue(languages.find((language) => language.name === name)?.code ?? '');
}
