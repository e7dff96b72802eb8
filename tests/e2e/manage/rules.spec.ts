import type { Page } from '@playwright/test';
import type { Database } from '../../../src/server/database/database.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { openSignedIn } from '../support/open-signed-in.ts';
import { expect, openBoard, test } from '../support/test-ward.ts';

const rooms = ['Room 1', 'Room 2', 'Room 3'];
const minute = 60_000;

/** Records one visit to the bathroom at 23:00 per night. `minutesOfNights`: how long each visit lasts. */
async function insertVisits({ query }: Database, stream: string, minutesOfNights: readonly number[]): Promise<void> {
  const now = new Date();
  const rows = minutesOfNights.flatMap((minutes, index) => {
    const night = index - minutesOfNights.length;
    const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() + night, 23).getTime();
    return [
      { status: 6, at: start },
      { status: 5, at: start + minutes * minute },
    ];
  });
  const entry = { stream_uuid: stream, report_id: null, notification: 1, revision: 1, device_key_id: 'gateway' };
  await query
    .insertInto('report')
    .values(rows.map(({ status, at }) => ({ ...entry, status, at, received_at: at })))
    .execute();
}

async function openRules(page: Page, ward: string, username = 'admin'): Promise<void> {
  await openSignedIn(page, username, `/manage/rules?ward=${ward}`);
  await expect(page.getByRole('heading', { name: 'What raises an alert' })).toBeVisible();
}

/** Fills in the form for the rule "Bathroom for more than 20 minutes between 21:00 and 06:00 alerts as medium". */
async function writeBathroomRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change: Bathroom' }).click();
  await page.getByLabel('What happens').selectOption('alerts as medium');
  await page.getByLabel('Minutes it must last').fill('20');
  await page.getByLabel('From', { exact: true }).fill('21:00');
  await page.getByLabel('Until', { exact: true }).fill('06:00');
}

test('an administrator sees how many alerts a rule would have raised, saves the rule, and open boards show it without a reload', async ({
  app,
  page,
  browser,
  createWard,
}) => {
  const ward = await createWard(rooms);
  await insertVisits(app.database, ward.uuidOf('Room 1'), [25, 19, 40, 21]);
  for (const room of rooms.slice(1)) await insertVisits(app.database, ward.uuidOf(room), [30]);
  const board = await browser.newPage();
  await openBoard(board, ward);
  const ruleOnBoard = board.getByRole('button', { name: /Own alert rules/ });
  await expect(ruleOnBoard).toHaveCount(0);

  await openRules(page, ward.uuid);
  await writeBathroomRule(page);
  const estimate = page.getByRole('status').filter({ hasText: 'The last seven days' });
  await expect(estimate).toHaveText('The last seven days · Now: about 0 alerts · With the change: about 5 alerts');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The rules of Ward 7 Meadow are saved.')).toBeVisible();
  await expect(page.getByText('Bathroom for more than 20 min between 21:00 and 06:00 alerts as medium')).toBeVisible();
  await expect(ruleOnBoard).toHaveCount(rooms.length);
  await board.getByRole('button', { name: 'Room options: Room 1, Own alert rules' }).click();
  await expect(board.getByRole('dialog', { name: 'Room 1' })).toContainText('Bathroom > 20 min · 21:00–06:00');
  await board.close();
});

test('when two managers change the rules of a ward at the same time, the second one sees a conflict, and saving again keeps the rules of both', async ({
  page,
  browser,
  createWard,
  console: messages,
}) => {
  const ward = await createWard(rooms);
  const other = await browser.newPage();
  await openRules(page, ward.uuid);
  await openRules(other, ward.uuid);
  await other.getByRole('button', { name: 'Change: Out of bed' }).click();
  await other.getByLabel('What happens').selectOption('raises no alert');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('The rules of Ward 7 Meadow are saved.')).toBeVisible();
  await other.close();

  await writeBathroomRule(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody else has changed this meanwhile.' })).toBeVisible();
  expect(messages.splice(0)).toEqual([expect.stringContaining('409')]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The rules of Ward 7 Meadow are saved.')).toBeVisible();
  await expect(page.getByText('Out of bed raises no alert')).toBeVisible();
  await expect(page.getByText(/^Bathroom for more than 20 min/)).toBeVisible();
});

test('a room has the rules of its ward until it gets an own rule; then the ward lists the room, and boards say that its falls raise no alert', async ({
  app,
  page,
  browser,
  createWard,
}) => {
  const ward = await createWard(rooms);
  const board = await browser.newPage({ baseURL: app.url });
  await openBoard(board, ward);
  await openRules(page, ward.uuid);
  await page.getByLabel('Room', { exact: true }).selectOption('Room 2');
  await page.getByRole('button', { name: 'Change: Fall detected' }).click();
  await page.getByLabel('What happens').selectOption('raises no alert');
  await expect(page.getByText('Nobody will be alerted in Room 2: Fall detected.')).toBeVisible();
  const name = page.getByLabel('Type Room 2 to confirm');
  await name.fill('Room');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is not Room 2.')).toBeVisible();
  await expectNoViolations(page);
  await name.fill('Room 2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The rules of Room 2 are saved.')).toBeVisible();
  await expect(board.getByText('Not alerted in Room 2: Fall detected')).toBeVisible();
  await expect(board.getByRole('button', { name: /Own alert rules/ })).toHaveAccessibleName(/Room 2/);

  // A lower priority, as no alert, has to be confirmed by typing the name of the room, and boards show it.
  await page.getByRole('button', { name: 'Change: Seated on floor' }).click();
  await page.getByLabel('What happens').selectOption('alerts as medium');
  await expect(
    page.getByText('In Room 2, this will be alerted late, or not always as high: Seated on floor.'),
  ).toBeVisible();
  await expect(name).toHaveValue('');
  await name.fill('Room 2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(board.getByText('Alerted late, or not always as high, in Room 2: Seated on floor')).toBeVisible();

  await page.getByRole('button', { name: 'Change: Seated on floor' }).click();
  await page.getByRole('button', { name: 'Remove the own rule' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Seated on floor alerts as high')).toBeVisible();
  await board.close();
  await page.getByLabel('Room', { exact: true }).selectOption('All rooms');
  await page.getByRole('button', { name: 'Room 2' }).click();
  await expect(page.getByText('Fall detected raises no alert')).toBeVisible();
});

test('a manager gives a location its time zone, and the history shows it', async ({ page, createWard }) => {
  const ward = await createWard(['Room 1']);
  await ward.report('Room 1', 'in_bed');
  await openSignedIn(page, 'admin', `/manage/rules?location=${ward.address.split('/')[4]}`);
  await page.getByRole('button', { name: 'Change: Time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('America/New_York');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'America/New_York' })).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${ward.address}/room/${ward.uuidOf('Room 1')}/history`);
  await expect(page.getByText('America/New_York')).toBeVisible();
  await page.goto(`/manage/rules?location=${ward.address.split('/')[4]}`);
  await page.getByRole('button', { name: 'Change: Time zone' }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Same as the server');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Same as the server' })).toBeVisible();
});

test('a manager gives a location its shifts', async ({ page, createWard }) => {
  const ward = await createWard(['Room 1']);
  await openSignedIn(page, 'admin', `/manage/rules?location=${ward.address.split('/')[4]}`);
  await page.getByRole('button', { name: 'Change: Shifts' }).click();
  const field = page.getByRole('textbox', { name: 'Starts of the shifts' });
  await expect(field).toHaveValue('07:00, 15:00, 23:00');
  await field.fill('07:00, 07:00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter one to six different times')).toBeVisible();
  await field.fill('18:30 6:30');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: '06:30, 18:30' })).toBeVisible();
  await page.getByRole('button', { name: 'Change: Shifts' }).click();
  await field.fill('07:00, 15:00, 23:00');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: '07:00, 15:00, 23:00' })).toBeVisible();
});

test('a manager changes whom the alerts of a ward reach that nobody answers, and takes the steps of the location again', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(['Room 1']);
  await openRules(page, ward.uuid);
  const section = page.getByRole('region', { name: 'When nobody answers' });
  const steps = section.getByRole('listitem');
  await expect(steps).toHaveText([
    'After 30s without an answer, notify those on duty on the ward.',
    /^After 1 min without an answer, notify those on duty in the location\.$/,
    /^After 2 min without an answer, notify all contacts of the location\./,
  ]);
  const change = page.getByRole('button', { name: 'Change: When nobody answers' });
  await change.click();
  await page.getByRole('group', { name: 'Step 1' }).getByLabel('Without an answer').selectOption('At once');
  await page.getByRole('button', { name: 'Remove step 3' }).click();
  await page.getByRole('button', { name: 'Remove step 2' }).click();
  await page.getByRole('group', { name: 'Step 1' }).getByLabel('Notify').selectOption('all contacts of the location');
  await expect(page.getByText('These steps reach nobody. An alert')).toBeVisible();
  await page.getByRole('button', { name: 'Add a step' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(steps).toHaveText([/^At once, notify all contacts/, /^After 10s .* those on duty on the ward\.$/]);
  await expect(section.getByText('When nobody is on duty, these steps reach nobody.')).toBeVisible();
  await expectNoViolations(page);

  await change.click();
  await page.getByRole('button', { name: 'As the location' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(steps).toHaveCount(3);
});
