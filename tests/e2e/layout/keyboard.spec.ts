import type { Locator, Page } from '@playwright/test';
import { wardAddress } from '../support/demo-addresses.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';

test('[LOGIN-3] [PROD-2] [API-5] the keyboard alone leads to a ward and to the logout', async ({ page }) => {
  await page.goto('/login');
  await tabTo(page, page.getByRole('button', { name: /^log in with/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('manager');
  await tabTo(page, page.getByLabel('Password'));
  await page.keyboard.type('room-status');
  await tabTo(page, page.getByRole('button', { name: 'Log in', exact: true }));
  await page.keyboard.press('Enter');

  // No other test opens this ward, so that this page is the last board of the ward.
  for (const name of ['Ambrelle & Søholm', 'Søbakken', 'Østfløjen']) {
    const card = page
      .getByRole('main')
      .getByRole('list')
      .getByRole('link', { name: new RegExp(` ${name}$`) });
    await tabTo(page, card);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('article').first()).toBeVisible();

  const table = page.getByRole('button', { name: 'List' });
  await tabTo(page, table);
  await page.keyboard.press('Space');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(table).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Log out' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'No other screen with sound for Østfløjen' });
  await tabTo(page, question.getByRole('button', { name: 'Log out' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
});

test('[LAYOUT-1] the first press of Tab on a page reaches a link that skips the top bar', async ({ page }) => {
  await openSignedIn(page, 'nurse', wardAddress('Ward 2 Sea View'));
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

/** Presses Tab until the target has the focus. Every element on the way must show its focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`40 presses of ${key} did not reach ${target.toString()}`);
}

async function expectVisibleFocus(page: Page): Promise<void> {
  // After the last element of the page the focus moves to the browser window.
  if (await page.evaluate(() => document.activeElement === document.body)) return;
  const focused = page.locator(':focus');
  await expect(focused).toBeInViewport();
  const look = await focused.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return { name: element.outerHTML.slice(0, 120), outlineStyle, width: parseFloat(outlineWidth), outlineColor };
  });
  expect(look.outlineStyle, look.name).not.toBe('none');
  expect(look.width, look.name).toBeGreaterThanOrEqual(2);
  expect(look.outlineColor, look.name).not.toMatch(/, 0\)$|\/ 0\)$/);
}
