import type { Page } from '@playwright/test';
import { entryOf, nurseName, rail } from '../support/alert-rail.ts';
import { expectConsoleErrors, failedCalls } from '../support/connection-loss.ts';
import { cardOf, expect, expectLive, headerOf, openBoard, test } from '../support/test-ward.ts';

const optionsButton = (page: Page, room: string) => page.getByRole('button', { name: `Room options: ${room}` });
const dialogOf = (page: Page, room: string) => page.getByRole('dialog', { name: room });
const choice = (page: Page, room: string, name: string) => dialogOf(page, room).getByRole('button', { name });
const paused = 'Paused · 30 min';

async function openOptions(page: Page, room: string): Promise<void> {
  await optionsButton(page, room).click();
  await expect(dialogOf(page, room)).toBeVisible();
}

test(
  'a nurse pauses a room during care: every board shows it with the minutes left, a resident who gets up raises no alert, a fall does, and a colleague ends the pause',
  { tag: '@both' },
  async ({ page, browser, app, openWard }) => {
    const ward = await openWard(['Room 1', 'Room 2']);
    const colleague = await browser.newPage({ baseURL: app.url });
    await openBoard(colleague, ward, 'manager');
    await openOptions(page, 'Room 1');
    await choice(page, 'Room 1', '30 min').click();
    await expect(dialogOf(page, 'Room 1')).toBeHidden();
    for (const board of [page, colleague]) {
      await expect(headerOf(board, 'Room 1')).toContainText(paused);
      await expect(board.getByText('1 room not monitored')).toBeVisible();
    }
    await expect(headerOf(page, 'Room 2')).not.toContainText('Paused');
    await expect(optionsButton(page, 'Room 1'), 'the focus is back').toBeFocused();
    await ward.report('Room 1', 'out_of_bed');
    await expect(headerOf(page, 'Room 1')).toContainText('Out of bed');
    await expect(rail(page)).toHaveText('No open alerts');
    await ward.report('Room 1', 'man_down');
    await expect(entryOf(page, 'Room 1')).toContainText('Fall detected');
    await ward.report('Room 1', 'out_of_bed');
    await expect(entryOf(page, 'Room 1')).toHaveCount(1);

    await openOptions(colleague, 'Room 1');
    await expect(dialogOf(colleague, 'Room 1')).toContainText(`Paused by ${nurseName} until `);
    await choice(colleague, 'Room 1', 'End the pause').click();
    await expect(headerOf(page, 'Room 1'), 'the resident is still out of bed').toContainText('Out of bed');
    await expect(rail(page)).toContainText(/Out of bed|\+1/);
    await expect(page.getByText('1 room not monitored')).toBeHidden();
    await expect(headerOf(page, 'Room 1')).not.toContainText('Paused');
    await colleague.close();
  },
);

test('a pause keeps a fall that stood before, and the chip stands beside its badge', async ({ page, openWard }) => {
  const ward = await openWard(['Room 1']);
  await ward.report('Room 1', 'man_down');
  await ward.report('Room 1', 'in_bed');
  await openOptions(page, 'Room 1');
  await choice(page, 'Room 1', '15 min').click();
  await expect(headerOf(page, 'Room 1')).toHaveText('Room 1In bedFall detectedPaused · 15 min');
  await expect(entryOf(page, 'Room 1')).toContainText('Fall detected');
  const card = await cardOf(page, 'Room 1').evaluate((element) => [element.scrollHeight, element.clientHeight]);
  expect(card[0], 'the chip does not make the card higher').toBe(card[1]);
});

test('the options of a room open from the table with the keyboard, and Escape leads back to their button', async ({
  page,
  openWard,
}) => {
  await openWard(['Room 1', 'Room 2']);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await optionsButton(page, 'Room 2').focus();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page, 'Room 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(optionsButton(page, 'Room 2')).toBeFocused();
  await page.keyboard.press('Enter');
  await choice(page, 'Room 2', '30 min').press('Enter');
  await expect(page.getByRole('row', { name: /Room 2/ })).toContainText(paused);
});

test('a pause is shown as not sent while the network is gone, and is sent when it is back', async ({
  page,
  console,
  openWard,
}) => {
  await openWard(['Room 1']);
  await openOptions(page, 'Room 1');
  await page.route(/\/pause$/, (route) => route.abort());
  await choice(page, 'Room 1', '30 min').click();
  await expect(dialogOf(page, 'Room 1')).toContainText('Not sent yet');
  await expect(choice(page, 'Room 1', '30 min')).toBeDisabled();
  await page.unroute(/\/pause$/);
  await expect(headerOf(page, 'Room 1')).toContainText(paused);
  expectConsoleErrors(console, failedCalls, /^The answer to an alert could not be sent/);
});

test('a pause that cannot be sent for 30 s is given up aloud, also when its dialog was closed', async ({
  page,
  console,
  openWard,
}) => {
  const ward = await openWard(['Room 1', 'Room 2']);
  await page.clock.install();
  await openOptions(page, 'Room 1');
  await page.route(/\/pause$/, (route) => route.abort());
  await choice(page, 'Room 1', '30 min').click();
  await expect(dialogOf(page, 'Room 1')).toContainText('Not sent yet');
  await page.keyboard.press('Escape');
  // Without a report in between nothing would arrive for so long that the connection is lost.
  for (const [status, text] of [
    ['in_bed', 'In bed'],
    ['in_bathroom', 'Bathroom'],
    ['all_clear', 'All clear'],
  ] as const) {
    await ward.report('Room 2', status);
    await expect(headerOf(page, 'Room 2')).toContainText(text);
    await page.clock.runFor(10_500);
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Room 1: this was not sent. Try again.' })).toBeVisible();
  await expect(headerOf(page, 'Room 1')).not.toContainText('Paused');
  expectConsoleErrors(console, failedCalls, /^The answer to an alert could not be sent/);
});

test('a room that the user may not see any more is refused in its dialog', async ({ page, console, openWard }) => {
  await openWard(['Room 1']);
  await openOptions(page, 'Room 1');
  await page.route(/\/pause$/, (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{"title":"Not found","status":404}' }),
  );
  await choice(page, 'Room 1', '15 min').click();
  await expect(dialogOf(page, 'Room 1').getByRole('alert')).toHaveText('Room 1: you may not do this.');
  await expect(headerOf(page, 'Room 1')).not.toContainText('Paused');
  expectConsoleErrors(console, failedCalls);
});

test('a room with own alert rules has a sign, and its options name the rules; a board of equal rooms has no sign', async ({
  page,
  app,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  const setRules = async (room: string) => {
    const alerts = { out_of_room: { after: 600, between: '22:00-06:00' }, out_of_bed: false };
    const rules = app.database.query.updateTable('stream').set({ rules: JSON.stringify({ alerts }) });
    await rules.where('uuid', '=', ward.uuidOf(room)).execute();
  };
  await setRules('Room 2');
  await openBoard(page, ward);
  const signs = optionsButton(page, 'Room').locator('svg:nth-of-type(2)').filter({ visible: true });
  await expect(signs).toHaveCount(1);
  await openOptions(page, 'Room 2');
  await expect(dialogOf(page, 'Room 2').getByRole('listitem')).toHaveText([
    'Out of bed: no alert',
    'Left the room > 10 min · 22:00–06:00',
  ]);
  await page.keyboard.press('Escape');
  await openOptions(page, 'Room 1');
  await expect(dialogOf(page, 'Room 1').getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await setRules('Room 1');
  await page.reload();
  await expectLive(page);
  await expect(optionsButton(page, 'Room 1')).toHaveAccessibleName('Room options: Room 1, Own alert rules');
  await expect(signs).toHaveCount(0);
});

test('a manager starts a drill that every board marks as a test, and a nurse cannot', async ({
  page,
  browser,
  app,
  openWard,
}) => {
  const ward = await openWard(['Room 1']);
  await openOptions(page, 'Room 1');
  await expect(choice(page, 'Room 1', 'Test: Fall detected')).toBeHidden();
  const manager = await browser.newPage({ baseURL: app.url });
  await openBoard(manager, ward, 'manager');
  await openOptions(manager, 'Room 1');
  await choice(manager, 'Room 1', 'Test: Fall detected').click();
  await page.keyboard.press('Escape');
  for (const board of [page, manager]) {
    await expect(entryOf(board, 'Room 1')).toContainText('Test: Fall detected');
    await expect(headerOf(board, 'Room 1')).toContainText('Test: Fall detected');
  }
  await ward.report('Room 1', 'out_of_bed');
  await expect(headerOf(page, 'Room 1'), 'the drill hides no real alert').toHaveText('Room 1Out of bed');
  await expect(page).toHaveTitle('(!) 2 alerts · Ward 7 Meadow · Room Status');
  await manager.close();
});
