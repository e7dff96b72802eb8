import type { Page } from '@playwright/test';
import type { Database } from '../../../src/server/database/database.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { expectConsoleErrors, failedCalls } from '../support/connection-loss.ts';
import { answerButton, entryOf, nurseName } from '../support/alert-rail.ts';
import { locationAddress, wardAddress } from '../support/demo-addresses.ts';
import { logOut } from '../support/fixtures.ts';
import { expect, expectLive, openBoard, openSignedIn, test } from '../support/test-ward.ts';

// A server that has just started waits a minute before it calls a ward unwatched.
test.use({ appOptions: { startedAt: 0 } });

const meadow = 'Ward 7 Meadow';
const logoutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log out' });
const dialog = (page: Page) => page.getByRole('dialog', { name: `No other screen with sound for ${meadow}` });
const soundMenu = (page: Page) => page.getByRole('button', { name: 'Sound', exact: true });

/** What the server has been told about the boards of a ward. */
async function boardsOf({ query }: Database, wardUuid: string) {
  const boards = await query.selectFrom('board').selectAll().where('wards', 'like', `%${wardUuid}%`).execute();
  return boards.map((board) => ({
    isVisible: board.is_visible === 1,
    isAudible: board.is_audible === 1,
    wakeLock: board.wake_lock,
    isSoundHeard: board.is_sound_heard === 1,
  }));
}

const watching = { isVisible: true, isAudible: true, wakeLock: 'held', isSoundHeard: true };

/** Answers the question of the sound check. The board reports the answer at once. */
async function answerSoundCheck(page: Page, answer: 'Yes' | 'No'): Promise<void> {
  await soundMenu(page).click();
  // The click unblocks the sound, but only some time later.
  await expect(page.getByRole('button', { name: /^Sound is off/ })).toHaveCount(0);
  const panel = page.getByRole('dialog', { name: 'Sound' });
  await panel.getByRole('button', { name: 'Test tone' }).click();
  await panel.getByRole('button', { name: answer }).click();
  await page.keyboard.press('Escape');
}

test('a ward whose board was closed is named on the board of a sister ward and in the list of wards; its fall shows and sounds there, is answered there, and is over once somebody watches the ward', async ({
  page,
  browser,
  app,
  createWard,
  sounds,
}) => {
  const ward = await createWard(['Room 1']);
  const closing = await browser.newPage({ baseURL: app.url });
  await openBoard(closing, ward);
  await answerSoundCheck(closing, 'Yes');
  await expect.poll(() => boardsOf(app.database, ward.uuid)).toEqual([watching]);
  await openSignedIn(page, 'nurse', wardAddress('Ward 2 Sea View'));
  await expectLive(page);
  await expect(page.getByText(/No screen/)).toHaveCount(0);

  await closing.close();
  const watchedAt = new Date(Date.now() - 60_000);
  const time = { watched_at: watchedAt.getTime() };
  await app.database.query.updateTable('ward').set(time).where('uuid', '=', ward.uuid).execute();
  await answerSoundCheck(page, 'Yes');
  const shown = `${watchedAt.getHours()}`.padStart(2, '0') + ':' + `${watchedAt.getMinutes()}`.padStart(2, '0');
  await expect(page.getByText(`No screen with sound for ${meadow} since ${shown}`)).toBeVisible();
  const context = await browser.newContext({ baseURL: app.url });
  const list = await context.newPage();
  await openSignedIn(list, 'nurse', locationAddress('Harbour House'));
  const card = list.getByRole('listitem').filter({ hasText: meadow });
  await expect(card.getByRole('paragraph')).toHaveText(/No screen with sound$/);

  const before = sounds.alarms().length;
  await ward.report('Room 1', 'man_down');
  const fall = `Room 1 · ${meadow}`;
  await expect(entryOf(page, fall)).toContainText('Fall detected');
  await expect.poll(() => sounds.alarms().slice(before)).toContain('high');
  await expect(page.locator('[aria-live="assertive"]').filter({ hasText: 'Room 1' })).toHaveText(/: Fall detected$/);
  await answerButton(page, fall, 'I’m on my way').click();
  await expect(entryOf(page, fall)).toContainText(`On the way: ${nurseName}`);
  await expect(answerButton(page, fall, 'I’m here')).toBeVisible();

  const again = await browser.newPage({ baseURL: app.url });
  await openBoard(again, ward);
  await expect(entryOf(again, 'Room 1')).toContainText(`On the way: ${nurseName}`);
  await expect(entryOf(page, fall)).toHaveCount(0);
  await expect(page.getByText(/No screen/)).toHaveCount(0);
  await expect(card.getByRole('paragraph')).not.toHaveText(/No screen/);
  await Promise.all([context.close(), again.close()]);
});

test('a fall of an unwatched ward stays on the board of its sister ward while reports of that board fail', async ({
  page,
  app,
  createWard,
  console,
}) => {
  const ward = await createWard(['Room 1']);
  const watched = { watched_at: Date.now() - 60_000 };
  await app.database.query.updateTable('ward').set(watched).where('uuid', '=', ward.uuid).execute();
  await openSignedIn(page, 'nurse', wardAddress('Ward 2 Sea View'));
  await expectLive(page);
  await ward.report('Room 1', 'man_down');
  const fall = `Room 1 · ${meadow}`;
  await expect(entryOf(page, fall)).toContainText('Fall detected');

  let failedCount = 0;
  await page.route('**/api/boards/*', async (route) => {
    await route.fulfill({ status: 503 });
    failedCount += 1;
  });
  await answerSoundCheck(page, 'No');
  await expect.poll(() => failedCount).toBeGreaterThan(1);
  await expect(entryOf(page, fall)).toContainText('Fall detected');
  await page.unrouteAll();
  expectConsoleErrors(console, failedCalls);
});

test('the last board of a ward asks before it logs out, says that its screen may turn off, and reports when it is not heard and left', async ({
  page,
  browser,
  app,
  createWard,
}) => {
  const ward = await createWard(['Room 1']);
  await openBoard(page, ward);
  await expect.poll(() => boardsOf(app.database, ward.uuid)).toEqual([watching]);
  await logoutButton(page).click();
  await dialog(page).getByRole('button', { name: 'Stay logged in' }).click();
  await expectLive(page);

  const colleague = await browser.newContext({ baseURL: app.url });
  const other = await colleague.newPage();
  await openBoard(other, ward, 'manager');
  await expect.poll(() => boardsOf(app.database, ward.uuid)).toHaveLength(2);
  await answerSoundCheck(other, 'Yes');
  await logoutButton(other).click();
  await expect(other.getByRole('button', { name: /^log in with/ }), 'one of two boards').toBeVisible();
  await colleague.close();

  await page.addInitScript(() => {
    WakeLock.prototype.request = () => Promise.reject(new Error('the battery is low'));
  });
  await page.reload();
  await expect(page.getByText('This screen may turn off')).toBeVisible();
  await answerSoundCheck(page, 'No');
  const unheard = { ...watching, wakeLock: 'refused', isSoundHeard: false };
  await expect.poll(() => boardsOf(app.database, ward.uuid)).toContainEqual(expect.objectContaining(unheard));
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Harbour House' }).click();
  const left = { ...unheard, isVisible: false };
  await expect.poll(() => boardsOf(app.database, ward.uuid)).toContainEqual(expect.objectContaining(left));
});

test('a user who goes back while the last board asks about the logout can still log out', async ({
  page,
  app,
  createWard,
}) => {
  const ward = await createWard(['Room 1']);
  await openSignedIn(page, 'nurse', locationAddress('Harbour House'));
  await page.getByRole('link', { name: meadow }).click();
  await expectLive(page);
  await expect.poll(() => boardsOf(app.database, ward.uuid)).toEqual([watching]);
  await logoutButton(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Choose a ward' })).toBeVisible();
  await logOut(page);
  await expect(page.getByRole('button', { name: /^log in with/ })).toBeVisible();
});
