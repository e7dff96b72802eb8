import type { Page } from '@playwright/test';
import { entryOf, nurseName, rail } from '../support/alert-rail.ts';
import { expectConsoleErrors, failedCalls } from '../support/connection-loss.ts';
import { expect, headerOf, openBoard, test } from '../support/test-ward.ts';

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
  { tag: '@narrow' },
  async ({ page, browser, app, openWard }) => {
    const ward = await openWard(['Room 1', 'Room 2']);
    for (const room of ['Room 1', 'Room 2']) await ward.report(room, 'in_bed');
    const colleague = await browser.newPage({ baseURL: app.url });
    await openBoard(colleague, ward, 'manager');
    await openOptions(page, 'Room 1');
    await choice(page, 'Room 1', '30 min').click();
    await expect(dialogOf(page, 'Room 1')).toBeHidden();
    for (const board of [page, colleague]) {
      await expect(headerOf(board, 'Room 1')).toContainText(paused);
      await expect(board.getByText('not monitored'), 'a fall still alerts').toHaveCount(0);
    }
    await expect(headerOf(page, 'Room 2')).not.toContainText('Paused');
    await expect(optionsButton(page, 'Room 1'), 'the focus is back').toBeFocused();
    const announcement = page.locator('[aria-live="polite"]').filter({ hasText: 'Room 1' });
    await expect(announcement).toHaveText('Room 1: Paused');
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
    await expect(headerOf(page, 'Room 1')).not.toContainText('Paused');
    await expect(announcement).toContainText('Room 1: Pause ended');
    await colleague.close();
  },
);

test('when the server refuses to end a pause after its dialog was closed, the page tells the nurse', async ({
  page,
  console,
  openWard,
}) => {
  await openWard(['Room 1']);
  await openOptions(page, 'Room 1');
  await choice(page, 'Room 1', '30 min').click();
  await expect(headerOf(page, 'Room 1')).toContainText(paused);
  const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
  await page.route('**/resume', async (route) => {
    await isClosed;
    await route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{}' });
  });
  await openOptions(page, 'Room 1');
  await choice(page, 'Room 1', 'End the pause').click();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'Room 1')).toBeHidden();
  close();
  await expect(page.getByRole('alert').filter({ hasText: 'Room 1: you may not do this.' })).toBeVisible();
  await expect(headerOf(page, 'Room 1')).toContainText(paused);
  expectConsoleErrors(console, failedCalls);
});

test('a manager starts a drill that every board marks as a test, and a nurse cannot start one', async ({
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
