import type { Page } from '@playwright/test';
import { typedTextKey } from '../../../src/web/api/typed-text-key.ts';
import { expect, fillInForm, logOut, signIn, test } from '../support/fixtures.ts';

/** Types the name of a location into a form as an administrator, and logs out in another tab. */
async function endSessionOverForm(page: Page): Promise<void> {
  await signIn(page, 'admin', '/manage/rooms');
  const other = await page.context().newPage();
  await other.goto('/manage');
  await page.getByRole('button', { name: 'Add location' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Lighthouse');
  await logOut(other);
  await page.waitForURL('**/login');
  await expect(page.getByRole('alert')).toContainText('You have been logged out.');
}

async function logInAgain(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: /log in with/ }).click();
  await fillInForm(page, username);
}

test('when a session ends while a form is open, the login page appears, and after a login the same user sees the typed text again', async ({
  page,
}) => {
  await endSessionOverForm(page);
  await logInAgain(page, 'admin');
  await page.waitForURL('**/manage/rooms');
  const dialog = page.getByRole('dialog', { name: 'Not saved: your session had ended' });
  await expect(dialog.getByRole('group', { name: 'Name' })).toContainText('Lighthouse');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Rooms and wards' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('text that was typed before a session ended is deleted when another user logs in', async ({ page }) => {
  await endSessionOverForm(page);
  const stored = () => page.evaluate((key) => sessionStorage.getItem(key), typedTextKey);
  expect(await stored()).toContain('Lighthouse');
  await logInAgain(page, 'nurse');
  await page.waitForURL('**/manage/rooms');
  await expect(page.getByText('This page is for managers and administrators.')).toBeVisible();
  expect(await stored()).toBeNull();
});
