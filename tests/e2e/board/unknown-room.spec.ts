import type { Page } from '@playwright/test';
import { expectConsoleErrors, failedCalls } from '../support/connection-loss.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { answerButton, managerName } from '../support/alert-rail.ts';
import { expect, openBoard, test } from '../support/test-ward.ts';

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'annexe-7' });

test('a fall for a room that does not exist shows and sounds on all boards of the location, until somebody answers it and the room is created', async ({
  page,
  browser,
  app,
  createWard,
  sounds,
}) => {
  const ward = await createWard(['Room 1']);
  await openBoard(page, ward);
  const colleague = await browser.newContext({ baseURL: app.url });
  const other = await colleague.newPage();
  await openBoard(other, ward, 'manager');
  expect((await app.report('annexe-7', 'man_down')).status).toBe(422);
  await expect(notice(page)).toContainText(
    /Fall detected: room not known.*for a room that nobody knows: annexe-7, since \d\d:\d\d\./,
  );
  await expect(notice(page)).toBeInViewport();
  await expect(page.getByText('No open alerts')).toBeHidden();
  await expect.poll(() => sounds.alarms()).toContain('high');
  await expectNoViolations(page);

  await notice(other).getByRole('button', { name: 'I’m on my way' }).click();
  await expect(notice(other)).toContainText(`On the way: ${managerName}`);
  await expect(notice(page)).toContainText(`On the way: ${managerName}`);
  await expect(notice(page).getByRole('button')).toHaveCount(0);

  const room = app.database.query.updateTable('stream').where('uuid', '=', ward.uuidOf('Room 1'));
  await room.set({ alias: 'annexe-7' }).execute();
  await expect(notice(page)).toHaveCount(0);
  await colleague.close();
});

test('many falls for rooms that do not exist do not cover the alert of a room on a phone', async ({
  page,
  app,
  createWard,
}) => {
  const ward = await createWard(['Room 1']);
  await page.setViewportSize({ width: 390, height: 844 });
  await openBoard(page, ward);
  for (const room of ['annexe-1', 'annexe-2', 'annexe-3', 'annexe-4', 'annexe-5', 'annexe-6']) {
    expect((await app.report(room, 'man_down')).status).toBe(422);
  }
  await ward.report('Room 1', 'man_down');
  const unknown = page.getByRole('alert').getByText(/nobody knows: annexe/);
  await expect(unknown).toHaveCount(6);
  await page.getByRole('alert').getByRole('button').first().click();
  await expect(unknown.last()).toContainText('annexe-1');
  await answerButton(page, 'Room 1', 'I’m on my way').click();
  await expect(answerButton(page, 'Room 1', 'I’m here')).toBeVisible();
  await app.database.query.deleteFrom('unknown_room_alert').execute();
});

test('a fall for a room that does not exist shows although a proxy has refused a call of the board before', async ({
  page,
  app,
  createWard,
  console,
}) => {
  const ward = await createWard(['Room 1']);
  await page.route('**/api/unknown-room-alerts?*', (route) => route.fulfill({ status: 404 }), { times: 1 });
  const refused = page.waitForResponse((response) => response.status() === 404);
  await openBoard(page, ward);
  await refused;
  expect((await app.report('annexe-7', 'man_down')).status).toBe(422);
  await expect(notice(page)).toContainText('Fall detected: room not known');
  await notice(page).getByRole('button', { name: 'I’m on my way' }).click();
  await app.database.query.deleteFrom('unknown_room_alert').execute();
  expectConsoleErrors(console, failedCalls);
});
