import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { homeEndpoints } from '../../../src/contract/manage/home.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { wardAddress } from '../support/demo-addresses.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSignedIn } from '../support/open-signed-in.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const wardName = 'Ward 2 Sea View';

async function openWard(page: Page, name = wardName): Promise<void> {
  await openSignedIn(page, 'admin', '/manage/rooms');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

/** A second person with a board, whose page would lose the mark in a reload. */
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

test('an administrator adds rooms in one line, renames one and undoes it, and the open board follows without a reload; an empty alias is removed', async ({
  page,
  browser,
}) => {
  const board = await openBoard(browser, wardAddress(wardName));
  await openWard(page);
  await page.getByRole('button', { name: 'Add rooms' }).click();
  await page.getByLabel('Names').fill('Annex 1-2, Room 1 Ada');
  await expect(page.getByText('Exist already: Room 1 Ada')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 rooms' }).click();
  await expect(page.getByText('2 rooms are added.')).toBeVisible();
  await expect(board.page.getByRole('article', { name: 'Annex 2' })).toBeVisible();

  await rename(page, 'Annex 2', 'Annex B');
  await expect(page.getByRole('button', { name: 'Edit Annex B' })).toBeVisible();
  await expect(board.page.getByRole('article', { name: 'Annex B' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change is undone.')).toBeVisible();
  await expect(board.page.getByRole('article', { name: 'Annex 2' })).toBeVisible();
  expect(await board.isReloaded()).toBe(false);
  await board.close();

  await page.getByRole('button', { name: 'Edit Annex 2' }).click();
  await page.getByLabel('Alias').clear();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Alias harbour-house\/annex-2: Annex 2 is now /)).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Annex 2 is saved.')).toBeVisible();
  await expect(page.getByText('harbour-house/annex-2')).toHaveCount(0);
});

test('a room is found by a part of its name and moved to another ward, after the page has said what stops working', async ({
  page,
}) => {
  await openSignedIn(page, 'admin', '/manage/rooms');
  // Nothing answers the search for the first letters. The next letter cancels it.
  const first = /\/manage\/rooms\?search=g%C3%B6$/;
  await page.route(first, () => undefined);
  const canceled: string[] = [];
  page.on('requestfailed', (request) => canceled.push(request.url()));
  const requested = page.waitForRequest(first);
  await page.getByRole('searchbox').pressSequentially('gö');
  await requested;
  await page.getByRole('searchbox').pressSequentially('sta');
  await expect(page.getByText('1 room found.')).toBeVisible();
  expect(canceled.filter((url) => first.test(url))).toHaveLength(1);
  await page.getByRole('button', { name: /Room 10 Gösta/ }).click();
  const ward = page.getByRole('dialog').getByLabel('Ward');
  const other = await ward.locator('option', { hasText: 'Haus Lindenau' }).first().textContent();
  await ward.selectOption({ label: other ?? '' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This stops working:')).toBeVisible();
  await expect(page.getByText(/Alias harbour-house\/room-10: Room 10 Gösta is now/)).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('Room 10 Gösta is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change is undone.')).toBeVisible();
});

test('a form with changes asks before it is left by a link, by Back or by its Cancel button', async ({ page }) => {
  await openWard(page);
  await page.getByRole('button', { name: 'Edit Room 3 Bernard' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Room 3 B');
  const question = page.getByRole('heading', { name: 'Leave without saving?' });

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Room 3 B');

  await page.goBack();
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { name: 'Rooms and wards' })).toBeVisible();
  await page.getByRole('link', { name: new RegExp(wardName) }).click();
  await expect(page.getByRole('button', { name: 'Edit Room 3 Bernard' })).toBeVisible();
});

test('the second of two administrators who change one room is told, also that it was deleted, and nothing is overwritten', async ({
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
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByText('The change is undone.')).toBeVisible();

  await other.getByRole('checkbox', { name: 'Select Room 4 Chloé' }).check();
  await other.getByRole('button', { name: 'Delete', exact: true }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(other.getByText('1 room is deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Not saved. It does not exist any more.');
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 404')]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  // Nothing answers when the page asks for the present number of rooms.
  await page.route('**/manage/places', () => undefined);
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByText('The change is undone.')).toBeVisible();
  await page.getByRole('button', { name: `Delete ${wardName}` }).click();
  await expect(page.getByRole('dialog')).toContainText('Somebody else has changed this meanwhile.');
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 409')]);
  await other.close();
});

test('the removal of a ward is said in numbers, takes its name, and its open board says that the ward is gone', async ({
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

  // As if the ward had many rooms, because only their removal takes long enough for a bar.
  await page.route('**/manage/home?dryRun=true', async (route) => {
    const response = await route.fetch();
    const answer = z.parse(homeEndpoints.changeHome.response, await response.json());
    const counts = { ...answer.counts, removedRooms: answer.counts.removedRooms + 600 };
    await route.fulfill({ response, json: { ...answer, counts } });
  });
  const isBarShown = Promise.withResolvers<void>();
  await page.route(/\/manage\/home$/, async (route) => {
    await isBarShown.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Delete Short-lived' }).click();
  await expect(page.getByText('603 rooms without reports are deleted.')).toBeVisible();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  await page.getByLabel('Type Short-lived to confirm').fill('short');
  await confirm.click();
  await expect(page.getByText('This is not Short-lived.')).toBeVisible();
  await page.getByLabel('Type Short-lived to confirm').fill('Short-lived');
  await confirm.click();
  await expect(page.getByRole('progressbar', { name: 'Deleting...' })).toBeVisible();
  isBarShown.resolve();
  await expect(page.getByText('Short-lived is deleted.')).toBeVisible();
  await expect(board.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await board.close();
});

test('the home is saved as a file, and a changed file shows its difference before it is imported', async ({ page }) => {
  await openSignedIn(page, 'admin', '/manage/rooms');
  await page.getByRole('button', { name: 'File' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  const path = await (await saved).path();
  const text = await readFile(path, 'utf8');
  await chooseFile(page, 'home.csv', text);
  await expect(page.getByText('The file changes nothing.')).toBeVisible();

  const isReadingShown = Promise.withResolvers<void>();
  await page.route(/\/manage\/home\/import\?dryRun=true$/, async (route) => {
    await isReadingShown.promise;
    await route.continue();
  });
  await chooseFile(page, 'home.csv', text.replace('Room 6 Edith', 'Room 6 Eva'));
  await expect(page.getByRole('status').filter({ hasText: 'Reading the file...' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Reading the file...' })).not.toHaveAttribute('value');
  isReadingShown.resolve();
  await expect(page.getByText('0 added · 1 changed · 0 removed')).toBeVisible();
  await expect(page.getByText('displayName: Room 6 Edith → Room 6 Eva')).toBeVisible();
  // The import of a small file is over before its progress is shown, so its call waits here for the progress.
  const isShown = Promise.withResolvers<void>();
  await page.route(/\/manage\/home\/import$/, async (route) => {
    await isShown.promise;
    await route.continue();
  });
  let done = 0;
  await page.route('**/manage/home/import/*', (route) => route.fulfill({ json: { done, total: 1 } }));
  await page.getByRole('button', { name: 'Make 1 change' }).click();
  await expect(page.getByRole('progressbar', { name: 'Reading the file...' })).not.toHaveAttribute('value');
  done = 1;
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '1');
  await expect(page.getByText('Importing: 1 of 1 changes.')).toBeVisible();
  isShown.resolve();
  await expect(page.getByText('home.csv is imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change is undone.')).toBeVisible();
});

test('a file with errors names each line, and an import that removes rooms takes the name of the file', async ({
  page,
  console,
}) => {
  await openSignedIn(page, 'admin', '/manage/rooms');
  await page.getByRole('button', { name: 'File' }).click();
  const lines = Array.from({ length: 20 }, (_, index) => `Birkenfjord Care;Harbour House;X;New ${index};GONE\n`);
  await chooseFile(page, 'bad.csv', `client;location;ward;displayName;status\n${lines.join('')}`);
  await expect(page.getByText('The file has errors. Nothing was changed.')).toBeVisible();
  await expect(page.getByText(/^line 2, status: /)).toBeVisible();
  await expectNoViolations(page);
  expect(console.splice(0)).toEqual([expect.stringContaining('status of 422')]);

  await chooseFile(
    page,
    'less.csv',
    'client;location;ward;displayName\nBirkenfjord Care;Harbour House;Ward 2 Sea View;Room 1 Ada\n',
  );
  await expect(page.getByText('The file changes nothing.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Remove what the file does not mention' }).check();
  const submit = page.getByRole('button', { name: /^Make \d+ changes$/ });
  await submit.click();
  await expect(page.getByText('Please fill this in.')).toBeVisible();
  await expectNoViolations(page);
});

async function chooseFile(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Choose a file').setInputFiles(file);
}

test('names with HTML, emoji and right-to-left text are shown as text', async ({ page }) => {
  await openWard(page);
  for (const name of ['<img src=x onerror=alert(1)>', '👩🏽‍⚕️ Room', 'חדר 12', `${'Long '.repeat(23)}name`]) {
    await page.getByRole('button', { name: /^Edit \u2068?(Room 5|<img|👩|חדר)/ }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    // A name that is written from right to left has invisible marks around it.
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  await rename(page, `${'Long '.repeat(23)}name`, 'Room 5 Désirée');
  await expect(page.getByRole('button', { name: 'Edit Room 5 Désirée' })).toBeVisible();
});

test('axe finds no violation on the tree, the rooms of a ward and their dialogs', async ({ page }) => {
  await openSignedIn(page, 'admin', '/manage/rooms');
  await expect(page.getByRole('link', { name: new RegExp(wardName) })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: new RegExp(wardName) }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Room 1 Ada' }).check();
  await expectNoViolations(page);
  for (const button of ['Edit Room 1 Ada', 'Add rooms', 'Delete Ward 2 Sea View', 'Move']) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('the focus returns to the button of the selected rooms, and a move to their own ward changes nothing', async ({
  page,
}) => {
  await openWard(page);
  const select = page.getByRole('checkbox', { name: 'Select Room 1 Ada' });
  await select.check();
  await page.getByRole('button', { name: 'Move' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('1 room is moved.')).toHaveCount(0);
  await expect(select).toBeChecked();
  const button = page.getByRole('button', { name: 'Set inactive' });
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Set inactive' }).click();
  await expect(page.getByText('1 room is inactive.')).toBeVisible();
  await expect(button).toBeFocused();
  await expect(button).toBeDisabled();
});
