import type { TestApp } from '../../support/app/start-app.ts';
import { answerButton } from '../support/alert-rail.ts';
import { expectConsoleErrors, failedCalls } from '../support/connection-loss.ts';
import { logOut } from '../support/fixtures.ts';
import { expect, test } from '../support/test-ward.ts';

const room = 'Room 1';

/** What happened to the alerts of a room, as the server has stored it. */
async function eventsOf(app: TestApp, stream: string): Promise<readonly string[]> {
  const rows = await app.database.query
    .selectFrom('alert_event')
    .select('event')
    .where('stream_uuid', '=', stream)
    .execute();
  return rows.map(({ event }) => event);
}

test('answers are sent when the nurse follows a link: "Done" at once, and one that was not sent yet as soon as the server can be reached', async ({
  page,
  app,
  console,
  openWard,
}) => {
  const ward = await openWard([room, 'Room 2']);
  for (const name of [room, 'Room 2']) await ward.report(name, 'man_down');
  for (const step of ['I’m on my way', 'I’m here']) await answerButton(page, room, step).click();
  await expect(answerButton(page, room, 'Done')).toBeEnabled();
  await page.route('**/acknowledge', (route) => route.abort());
  await answerButton(page, 'Room 2', 'I’m on my way').click();
  await expect(answerButton(page, 'Room 2', 'Not sent yet')).toBeDisabled();
  await answerButton(page, room, 'Done').click();
  await expect(answerButton(page, room, 'Done')).toBeDisabled();
  await page.getByRole('link', { name: 'Handover', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Handover$/ })).toBeVisible();
  await expect.poll(() => eventsOf(app, ward.uuidOf(room))).toContain('resolved');
  await page.unroute('**/acknowledge');
  await expect.poll(() => eventsOf(app, ward.uuidOf('Room 2'))).toContain('acknowledged');
  expectConsoleErrors(console, failedCalls, /^The answer to an alert could not be sent/);
});

test('a logout within 5 s after "Done" sends it first', async ({ page, app, openWard }) => {
  const ward = await openWard([room]);
  await ward.report(room, 'man_down');
  for (const step of ['I’m on my way', 'I’m here', 'Done']) await answerButton(page, room, step).click();
  await expect(answerButton(page, room, 'Done')).toBeDisabled();
  await logOut(page);
  await expect(page.getByRole('button', { name: /^log in with/ })).toBeVisible();
  expect(await eventsOf(app, ward.uuidOf(room))).toContain('resolved');
});
