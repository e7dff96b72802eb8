import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { expectNoViolations } from '../support/accessibility.ts';
import { wardAddress } from '../support/demo-addresses.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/open-signed-in.ts';

const wardName = 'Ward 2 Sea View';

async function openWard(page: Page, name = wardName): Promise<void> {
  await openSignedIn(page, 'admin', '/manage/rooms');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** Opens a board as a nurse and marks its page, so that `isReloaded` detects a reload, which removes the mark. */
async function openBoard(browser: Browser, address: string) {
  const page = await browser.newPage();
  await openSignedIn(page, 'nurse', address);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''));
  return {
    page,
    close: () => page.close(),
    isReloaded: async () => (await page.locator('body[data-not-reloaded]').count()) === 0,
  };
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${from}` }).click();
  await page.getByLabel('Name', { exact: true }).fill(to);
  await page.getByRole('button', { name: 'Save' }).click();
}

test('an administrator adds rooms in one line and renames one, and the open board follows without a reload; an empty alias is removed', async ({
  page,
  browser,
}) => {
  const board = await openBoard(browser, wardAddress(wardName));
  await openWard(page);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Add rooms' }).click();
  await page.getByLabel('Names').fill('Annex 1-2, Room 1 Ada');
  const names = page.getByRole('paragraph').filter({ hasText: 'Exist already' });
  await expect(names).toHaveText('Annex 1, Annex 2 Exist already: Room 1 Ada', { useInnerText: true });
  await page.getByRole('button', { name: 'Add 2 rooms' }).click();
  await expect(page.getByText('2 rooms are added.')).toBeVisible();
  await expect(board.page.getByRole('article', { name: 'Annex 2' })).toBeVisible();

  await rename(page, 'Annex 2', 'Annex B');
  await expect(page.getByRole('button', { name: 'Edit Annex B' })).toBeVisible();
  await expect(board.page.getByRole('article', { name: 'Annex B' })).toBeVisible();
  expect(await board.isReloaded()).toBe(false);
  await board.close();

  await page.getByRole('button', { name: 'Edit Annex B' }).click();
  await page.getByLabel('Alias').clear();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Alias harbour-house\/annex-2: Annex B is now /)).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Annex B is saved.')).toBeVisible();
  await expect(page.getByText('harbour-house/annex-2')).toHaveCount(0);
});

test('an administrator finds a room by a part of its name and moves it to another ward, after the page has said that its alias stops working', async ({
  page,
}) => {
  await openSignedIn(page, 'admin', '/manage/rooms');
  await expect(page.getByRole('link', { name: new RegExp(wardName) })).toBeVisible();
  await page.getByRole('searchbox').fill('gösta');
  await expect(page.getByText('1 room found.')).toBeVisible();
  await page.getByRole('button', { name: /Room 10 Gösta/ }).click();
  await expectNoViolations(page);
  const ward = page.getByRole('dialog').getByLabel('Ward');
  const other = await ward.locator('option', { hasText: 'Haus Lindenau' }).first().textContent();
  await ward.selectOption({ label: other ?? '' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This stops working:')).toBeVisible();
  await expect(page.getByText(/Alias harbour-house\/room-10: Room 10 Gösta is now/)).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Room 10 Gösta is saved.')).toBeVisible();
});

test('a form with unsaved changes asks before the user leaves it by its Cancel button or by Back', async ({ page }) => {
  await openWard(page);
  await page.getByRole('button', { name: 'Edit Room 6 Edith' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Room 6 E');
  const question = page.getByRole('heading', { name: 'Leave without saving?' });

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Room 6 E');

  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { name: 'Rooms and wards' })).toBeVisible();
  await page.getByRole('link', { name: new RegExp(wardName) }).click();
  await expect(page.getByRole('button', { name: 'Edit Room 6 Edith' })).toBeVisible();
});

test('when two administrators change a room at the same time, the second one sees a conflict and overwrites nothing', async ({
  page,
  browser,
  console,
}) => {
  await openWard(page);
  await page.getByRole('button', { name: 'Edit Room 4 Chloé' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  const other = await browser.newPage();
  await openWard(other);
  await rename(other, 'Room 4 Chloé', 'Room 4 C');
  await expect(other.getByText('Room 4 C is saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody else has changed this meanwhile.');
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 409')]);

  await other.close();
});

test('deleting a ward names the number of its rooms and requires its typed name, and its open board shows "Page not found"', async ({
  page,
  browser,
}) => {
  await openSignedIn(page, 'admin', '/manage/rooms');
  const location = page.getByRole('region', { name: 'Harbour House' });
  await location.getByRole('button', { name: 'Add ward' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Short-lived');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: /Short-lived/ }).click();
  await page.getByRole('button', { name: 'Add rooms' }).click();
  await page.getByLabel('Names').fill('Guest 1-3');
  await page.getByRole('button', { name: 'Add 3 rooms' }).click();
  await expect(page.getByText('3 rooms are added.')).toBeVisible();
  const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const board = await openBoard(browser, wardAddress(wardName).replace(/[^/]+$/, uuid));

  await page.getByRole('button', { name: 'Delete Short-lived' }).click();
  await expect(page.getByText('3 rooms without reports are deleted.')).toBeVisible();
  await page.getByLabel('Type Short-lived to confirm').fill('Short-lived');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Short-lived is deleted.')).toBeVisible();
  await expect(board.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await board.close();
});

test('the home is exported as a file; for a file with errors the page names each line, and for a changed file it shows the difference before the import', async ({
  page,
  console,
}) => {
  await openSignedIn(page, 'admin', '/manage/rooms');
  await page.getByRole('button', { name: 'File' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  await chooseFile(page, 'home.csv', text);
  await expect(page.getByText('The file changes nothing.')).toBeVisible();

  const lines = Array.from({ length: 20 }, (_, index) => `Birkenfjord Care;Harbour House;X;New ${index};GONE\n`);
  await chooseFile(page, 'bad.csv', `client;location;ward;displayName;status\n${lines.join('')}`);
  await expect(page.getByText('The file has errors. Nothing was changed.')).toBeVisible();
  await expect(page.getByText(/^line 2, status: /)).toBeVisible();
  await expectNoViolations(page);
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 422')]);

  await chooseFile(page, 'home.csv', text.replace('Room 6 Edith', 'Room 6 Eva'));
  await expect(page.getByText('0 added · 1 changed · 0 removed')).toBeVisible();
  await expect(page.getByText('displayName: Room 6 Edith → Room 6 Eva')).toBeVisible();
  await page.getByRole('button', { name: 'Make 1 change' }).click();
  await expect(page.getByText('home.csv is imported.')).toBeVisible();
});

test('an import that removes rooms requires the typed name of the file', async ({ page }) => {
  await openSignedIn(page, 'admin', '/manage/rooms');
  await page.getByRole('button', { name: 'File' }).click();
  await chooseFile(
    page,
    'less.csv',
    'client;location;ward;displayName\nBirkenfjord Care;Harbour House;Ward 2 Sea View;Room 1 Ada\n',
  );
  await expect(page.getByText('The file changes nothing.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Remove what the file does not mention' }).check();
  await page.getByRole('button', { name: /^Make \d+ changes$/ }).click();
  await expect(page.getByText('Please fill this in.')).toBeVisible();
});

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Choose a file').setInputFiles(file);
}
