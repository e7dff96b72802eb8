import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from '../support/fixtures.ts';
import { wardAddress } from '../support/demo-addresses.ts';

const wardName = 'Ward 2 Sea View';
const changes = /\/api\/manage\/rooms$/;
const outcomes = /\/api\/changes\/[^/]+\/outcome$/;
const isAsking = (page: Page) => page.getByText('We do not know yet whether it was saved');

/** Lets changes at this address reach the server, and aborts their responses before they reach the page. */
async function loseAnswer(page: Page, address: RegExp): Promise<void> {
  await page.route(address, async (route) => {
    // Reads at this address get their responses.
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${from}` }).click();
  await page.getByLabel('Name', { exact: true }).fill(to);
  await page.getByRole('button', { name: 'Save' }).click();
}

test('when the response to a change is lost, the page asks the server and says whether the change was saved; nothing is saved twice', async ({
  page,
  console,
}) => {
  const wardUUID = wardAddress(wardName).split('/').at(-1);
  await openSignedIn(page, 'admin', `/manage/rooms/${wardUUID}`);
  await loseAnswer(page, changes);
  await page.route(outcomes, (route) => route.abort('connectionreset'));
  await rename(page, 'Room 3 Bernard', 'Room 3 B');
  await expect(isAsking(page)).toBeVisible();
  await page.unroute(outcomes);
  await expect(page.getByText('Room 3 B is saved.')).toBeVisible();
  await page.unroute(changes);

  await page.route(changes, async (route) => {
    if (route.request().method() === 'POST') await route.abort('connectionreset');
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Add rooms' }).click();
  await page.getByLabel('Names').fill('Lost 1-2');
  const add = page.getByRole('button', { name: 'Add 2 rooms' });
  await add.click();
  await expect(page.getByRole('alert')).toHaveText('It was not saved. Try again.');
  await page.unroute(changes);
  await add.click();
  await expect(page.getByText('2 rooms are added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Lost 1', exact: true })).toHaveCount(1);
  expect(console.splice(0)).not.toEqual([]);
});
