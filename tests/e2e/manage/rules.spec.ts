import type { Page } from '@playwright/test';
import type { Database } from '../../../src/server/database/database.ts';
import { expectNoViolations } from '../support/accessibility.ts';
import { openSignedIn } from '../support/open-signed-in.ts';
import { expect, openBoard, test } from '../support/test-ward.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const rooms = ['Room 1', 'Room 2', 'Room 3'];
const minute = 60_000;

/** Visits to the bathroom at 23:00, one night after the other. The page and the server have the same time zone. */
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

/** Writes "Bathroom for more than 20 minutes between 21:00 and 06:00 alerts as medium". */
async function writeBathroomRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change: Bathroom' }).click();
  await page.getByLabel('What happens').selectOption('alerts as medium');
  await page.getByLabel('Minutes', { exact: true }).fill('20');
  await page.getByLabel('From', { exact: true }).fill('21:00');
  await page.getByLabel('Until', { exact: true }).fill('06:00');
}

test('an administrator sees what a sentence would have done, saves it, and open boards show it without a reload', async ({
  app,
  page,
  browser,
  createWard,
}) => {
  const ward = await createWard(rooms);
  await insertVisits(app.database, ward.uuidOf('Room 1'), [25, 19, 40, 21]);
  // The preview has more rows than the screen is high.
  for (const room of rooms.slice(1)) await insertVisits(app.database, ward.uuidOf(room), [30]);
  const board = await browser.newPage();
  await openBoard(board, ward);
  const ruleOnBoard = board.getByRole('button', { name: /Own alert rules/ });
  await expect(ruleOnBoard).toHaveCount(0);

  await openRules(page, ward.uuid);
  await writeBathroomRule(page);
  const outcome = page.getByRole('complementary', { name: 'The last seven nights' });
  await expect(outcome.getByText('Now: 0 alerts')).toBeVisible();
  await expect(outcome.getByText('With the change: 5 alerts')).toBeVisible();
  const summary = page.getByRole('status').filter({ hasText: 'The last seven nights' });
  await expect(summary).toHaveText('The last seven nights · Now: 0 alerts · With the change: 5 alerts');
  await expect(outcome.getByRole('row', { name: /Room 1/ })).toContainText('3');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The rules of Ward 7 Meadow are saved.')).toBeVisible();
  await expect(page.getByText('Bathroom for more than 20 min between 21:00 and 06:00 alerts as medium')).toBeVisible();
  await expect(ruleOnBoard.first()).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The change is undone.')).toBeVisible();
  await expect(ruleOnBoard).toHaveCount(0);
  await board.close();
});

test('the second of two managers who save at once sees the rules of the first, and saves both', async ({
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
  await expect(page.getByRole('alert').filter({ hasText: /changed/ })).toBeVisible();
  expect(messages.splice(0)).toEqual([expect.stringContaining('409')]);
  await expect(page.getByText('Out of bed raises no alert')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The rules of Ward 7 Meadow are saved.')).toBeVisible();
  await expect(page.getByText('Out of bed raises no alert')).toBeVisible();
  await expect(page.getByText(/^Bathroom for more than 20 min/)).toBeVisible();
});

test('what somebody else saves while the page is in the background is told before it is replaced', async ({
  page,
  browser,
  createWard,
  console: messages,
}) => {
  const ward = await createWard(rooms);
  await openRules(page, ward.uuid);
  await writeBathroomRule(page);
  const other = await browser.newPage();
  await openRules(other, ward.uuid);
  await writeBathroomRule(other);
  await other.getByLabel('What happens').selectOption('alerts as high');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('The rules of Ward 7 Meadow are saved.')).toBeVisible();
  await other.close();

  const fetched = page.waitForResponse((response) => response.url().includes('/manage/rules?'));
  // A page that becomes visible again fetches its data again.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await fetched;
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /changed/ })).toBeVisible();
  expect(messages.splice(0)).toEqual([expect.stringContaining('409')]);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The rules of Ward 7 Meadow are saved.')).toBeVisible();
});

test('a room follows its ward until it has a rule of its own, the ward names it then, and boards say whose falls are not alerted', async ({
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
  await expect(page.getByText('Nobody will be alerted when this happens.')).toBeVisible();
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
  await board.close();
  await page.getByLabel('Room', { exact: true }).selectOption('All rooms');
  await page.getByRole('button', { name: 'Room 2' }).click();
  await expect(page.getByText('Fall detected raises no alert')).toBeVisible();
});

test('a wrong number is named beside its sentence, and a link asks before the change is lost', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(rooms);
  await openRules(page, ward.uuid);
  await page.getByLabel('Seconds until a device is unreachable').fill('5');
  await expect(page.getByText('Enter a number from 10 to 86400.')).toBeVisible();
  await expect(page.getByText('One of the sentences is not complete.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});
