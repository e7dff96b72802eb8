import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, openSignedIn, test } from '../support/fixtures.ts';

const password = 'a quiet night in the harbour';

async function openPeople(page: Page): Promise<void> {
  await openSignedIn(page, 'admin', '/manage/people');
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
}

/** Creates an account in the group of the nurses, and returns the shown link for its first password. */
async function invite(page: Page, name: string, username: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('nurses-harbour-house').check();
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await expect(dialog.getByText('The link is not shown again.')).toBeVisible();
  return dialog.getByText(/\/idp\/password#/).innerText();
}

/** Chooses a password on the page of an invitation link. The page is already open. */
async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is saved' })).toBeVisible();
}

async function logIn(page: Page, username: string, typedPassword = password): Promise<void> {
  await page.getByRole('button', { name: /log in with/i }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(typedPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const openForm = (page: Page, name: string) => row(page, name).getByRole('button').click();

test('the form of an account and the form of a group have no finding of axe', async ({ page }) => {
  await openPeople(page);
  await openForm(page, 'Nora Lind');
  const dialog = page.getByRole('dialog', { name: 'Account of Nora Lind' });
  await expect(dialog.getByLabel('nurses-harbour-house')).toBeChecked();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Groups and rights' }).click();
  await openForm(page, 'care-managers');
  await expect(page.getByText('Manager: also changes rooms, devices and rules')).toBeVisible();
  await expectNoViolations(page);
});

test('an invited nurse chooses a password with the link, logs in and changes it; when the account is disabled, the open board of the nurse is logged out within seconds', async ({
  page,
  browser,
}) => {
  await openPeople(page);
  const name = '<b>Zoë</b> 🌙 مريم';
  const link = await invite(page, name, 'zoe');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, name)).toContainText('Invited');

  const nurse = await browser.newPage();
  await nurse.goto(link);
  await nurse.getByRole('link', { name: 'Deutsch' }).click();
  await expect(nurse.getByLabel('Neues Passwort')).toBeVisible();
  await nurse.getByRole('link', { name: 'English' }).click();
  await choosePassword(nurse);
  // Opens another page first, because an address that differs only in its fragment would not load the page again.
  await nurse.goto('about:blank');
  await nurse.goto(link);
  await expect(nurse.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await nurse.getByRole('link', { name: 'Log in' }).click();
  await logIn(nurse, 'zoe');

  await nurse.getByRole('link', { name: 'Your account' }).click();
  await nurse.getByLabel('Present password').fill('wrong');
  await nurse.getByLabel('New password', { exact: true }).fill(`${password} again`);
  await nurse.getByLabel('Repeat the new password').fill(`${password} again`);
  await nurse.getByRole('button', { name: 'Change password' }).click();
  await expect(nurse.getByText('This is not your present password.')).toBeVisible();
  await expectNoViolations(nurse);
  await nurse.getByLabel('Present password').fill(password);
  await nurse.getByRole('button', { name: 'Change password' }).click();
  await expect(nurse.getByText('Your password is changed.')).toBeVisible();
  await nurse.getByRole('button', { name: 'Log out' }).click();
  await logIn(nurse, 'zoe', `${password} again`);
  await nurse.getByRole('link', { name: /Harbour House/ }).click();
  await nurse.getByRole('link', { name: /Ward 1 Garden/ }).click();
  await expect(nurse.getByRole('heading', { name: 'Ward 1 Garden' })).toBeVisible();

  await page.reload();
  await openForm(page, name);
  await page.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('dialog', { name: /^Disable .*Zoë/ })
    .getByRole('button', { name: 'Disable' })
    .click();
  await expect(row(page, name)).toContainText('Disabled');
  await expect(nurse.getByRole('button', { name: /log in with/i })).toBeVisible();
  await nurse.close();
});
