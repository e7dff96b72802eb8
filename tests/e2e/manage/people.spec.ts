/** People and rights in the browser, the own account, and passkeys with Chromium's virtual authenticator. */
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/open-signed-in.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const password = 'a quiet night in the harbour';

async function openPeople(page: Page): Promise<void> {
  await openSignedIn(page, 'admin', '/manage/people');
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
}

/** Invites somebody into the group of the nurses and returns the shown link. */
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

/** Chooses the password on the page behind a link. */
async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password is saved' })).toBeVisible();
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('button', { name: /log in with/i }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('button');

test('an administrator sees what a nurse sees, and the pages of people have no finding of axe', async ({ page }) => {
  await openPeople(page);
  await expectNoViolations(page);
  await row(page, 'Nora Lind').click();
  const dialog = page.getByRole('dialog', { name: 'Account of Nora Lind' });
  await expect(dialog.getByText('Sees 30 rooms:')).toBeVisible();
  await expect(dialog.getByText('Ward 2 Sea View')).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByLabel('nurses-harbour-house').uncheck();
  await expect(dialog.getByText('Nothing: there are no rights.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('link', { name: 'Groups and rights' }).click();
  await row(page, 'care-managers').click();
  await expect(page.getByText('Sees 58 rooms:')).toBeVisible();
  await expectNoViolations(page);
});

test('an invited nurse chooses a password with the link and logs in; disabled, the open board is logged out within seconds', async ({
  page,
  browser,
}) => {
  await openPeople(page);
  const name = '<b>Zoë</b> 🌙 مريم';
  const link = await invite(page, name, 'zoe');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, name)).toContainText('Invited');

  const nurse = await browser.newPage();
  await nurse.goto(link);
  await nurse.getByRole('link', { name: 'Deutsch' }).click();
  await expect(nurse.getByLabel('Neues Passwort')).toBeVisible();
  await nurse.reload();
  await nurse.getByRole('link', { name: 'English' }).click();
  await expect(nurse.getByLabel('New password')).toBeVisible();
  await choosePassword(nurse, link);
  await expectNoViolations(nurse);
  await nurse.goto(link);
  await expect(nurse.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await logIn(nurse, 'zoe');
  await nurse.getByRole('link', { name: /Harbour House/ }).click();
  await nurse.getByRole('link', { name: /Ward 1 Garden/ }).click();
  await expect(nurse.getByRole('heading', { name: 'Ward 1 Garden' })).toBeVisible();

  await page.reload();
  await row(page, name).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('dialog', { name: /^Disable .*Zoë/ })
    .getByRole('button', { name: 'Disable' })
    .click();
  await expect(row(page, name)).toContainText('Disabled');
  await expect(nurse.getByRole('button', { name: /log in with/i })).toBeVisible();
  await nurse.close();
});

/** Takes the message that Chromium writes about an answer with 409. */
const expectConflict = (messages: string[]) =>
  expect.poll(() => messages.splice(0).filter((message) => !message.includes('409 (Conflict)'))).toEqual([]);

test('a removal takes the username to confirm, and the last administrator cannot be removed', async ({
  page,
  console: messages,
}) => {
  await openPeople(page);
  await invite(page, 'Temporary Person', 'temporary');
  await page.getByRole('button', { name: 'Done' }).click();
  const remove = async (name: string, username: string) => {
    await row(page, name).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Please fill this in.')).toBeVisible();
    await page.getByLabel(`Type ${username} to confirm`).fill(username);
    await page.getByRole('button', { name: 'Remove' }).click();
  };
  await remove('Temporary Person', 'temporary');
  await expect(page.getByText('Temporary Person is removed.')).toBeVisible();
  await expect(row(page, 'Temporary Person')).toHaveCount(0);
  await remove('Agnes Berg', 'admin');
  await expect(page.getByRole('alert')).toContainText('Nobody would be left who can administer everything.');
  await expectConflict(messages);
});

test('rights of a new group are shown in rooms before they are saved, and kept when a later fetch of the page fails', async ({
  page,
  console: messages,
}) => {
  await openSignedIn(page, 'admin', '/manage/people/groups');
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the group').fill('night-shift');
  await dialog.getByLabel('Where').selectOption('Birkenfjord Care / Harbour House / Ward 1 Garden');
  await expect(dialog.getByText('Sees 8 rooms:')).toBeVisible();
  await page.route('**/api/manage/places', (route) => route.fulfill({ status: 403 }));
  const refused = page.waitForResponse('**/api/manage/places');
  // A page that becomes visible again fetches its data again.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await refused;
  await expect.poll(() => messages.splice(0)).toEqual([expect.stringContaining('403')]);
  await dialog.getByRole('button', { name: 'Add a right' }).click();
  await dialog.getByLabel('Role').nth(1).selectOption('Manager');
  await dialog.getByLabel('Where').nth(1).selectOption('Birkenfjord Care / Harbour House');
  await expect(dialog.getByText('Sees 30 rooms:')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'night-shift')).toContainText('Manager: Birkenfjord Care / Harbour House');
  await page.getByLabel('Name of the group').fill('Night-Shift');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('Nothing: there are no rights.')).toBeVisible();
});

test('of two administrators who edit one account, the second is told the first change before replacing it', async ({
  page,
  context,
  console: messages,
}) => {
  await openPeople(page);
  await invite(page, 'First Name', 'edited');
  await page.getByRole('button', { name: 'Done' }).click();
  const other = await context.newPage();
  await openPeople(other);
  for (const one of [page, other]) {
    await row(one, 'First Name').click();
    await one
      .getByRole('dialog')
      .getByLabel('Name', { exact: true })
      .fill(`Name of ${one === page ? 'one' : 'two'}`);
  }
  await page.getByLabel('Another group').fill('night-team');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Name of one')).toContainText('night-team');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('alert')).toContainText('changed this account meanwhile: Name of one,');
  await expect(other.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue('Name of two');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(row(other, 'Name of two')).toBeVisible();
  await expectConflict(messages);
});

test('a nurse changes the own password, adds a passkey and logs in with it, without a finding of axe', async ({
  page,
  browser,
}) => {
  await openPeople(page);
  const link = await invite(page, 'Petra Key', 'petra');
  const nurse = await browser.newPage();
  const devtools = await nurse.context().newCDPSession(nurse);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await choosePassword(nurse, link);
  await logIn(nurse, 'petra');
  await nurse.getByRole('link', { name: 'Your account' }).click();
  await expect(nurse.getByText('You are logged in as Petra Key (petra).')).toBeVisible();
  await expectNoViolations(nurse);

  await nurse.getByLabel('Present password').fill('wrong');
  await nurse.getByLabel('New password', { exact: true }).fill(`${password} again`);
  await nurse.getByLabel('Repeat the new password').fill(`${password} again`);
  await nurse.getByRole('button', { name: 'Change password' }).click();
  await expect(nurse.getByText('This is not your present password.')).toBeVisible();
  await nurse.getByLabel('Present password').fill(password);
  await nurse.getByRole('button', { name: 'Change password' }).click();
  await expect(nurse.getByText('Your password is changed.')).toBeVisible();

  await nurse.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = nurse.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByLabel('Present password').fill(`${password} again`);
  await expectNoViolations(nurse);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(nurse.getByText('The passkey My phone is added.')).toBeVisible();

  await nurse.getByRole('button', { name: 'Log out' }).click();
  await nurse.getByRole('button', { name: /log in with/i }).click();
  const usePasskey = nurse.getByRole('button', { name: 'Log in with a passkey' });
  await expect(usePasskey).toBeVisible();
  await expectNoViolations(nurse);
  await usePasskey.click();
  await expect(nurse.getByRole('heading', { name: 'Choose a location' })).toBeVisible();
  await nurse.getByRole('link', { name: 'Your account' }).click();
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(new Date());
  const phone = nurse.getByRole('listitem').filter({ hasText: 'My phone' });
  await expect(phone).toContainText(`added on ${today}, last used on ${today}`);
  await nurse.getByRole('button', { name: 'Remove' }).click();
  await nurse.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(nurse.getByText('You have no passkey yet.')).toBeVisible();
  await nurse.close();
});

test('a manager has no page of people, and its address says whom it is for', async ({ page }) => {
  await openSignedIn(page, 'manager', '/manage/people');
  await expect(page.getByRole('heading', { name: 'This page is for managers and administrators.' })).toBeVisible();
});
