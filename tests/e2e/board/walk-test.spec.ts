import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/accessibility.ts';
import { managerName } from '../support/alert-rail.ts';
import { connection, expect, openBoard, openSignedIn, test, type TestWard } from '../support/test-ward.ts';

const step = (page: Page, room: string) => page.getByRole('region', { name: room, exact: true });
const button = (page: Page, room: string, name: string) => step(page, room).getByRole('button', { name, exact: true });
const record = (page: Page) => page.getByRole('region', { name: 'Record' });
const row = (page: Page, room: string) => record(page).getByRole('row', { name: new RegExp(`^${room}`) });

async function openWalkTest(page: Page, ward: TestWard, user = 'manager'): Promise<void> {
  await openSignedIn(page, user, `${ward.address}/walk-test`);
}

test(
  '[STATUS-5] an installer goes from room to room without a finding of axe: a report is received, one is missing, one room is skipped, and the record is printed',
  { tag: '@narrow' },
  async ({ page, createWard }) => {
    const ward = await createWard(['Room 1', 'Room 2', 'Room 3', { name: 'Room 4', status: 'INACTIVE' }]);
    await openBoard(page, ward, 'manager');
    await page.getByRole('button', { name: 'Room options: Room 1' }).click();
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'Walk test', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Walk test' })).toBeVisible();
    await expect(connection(page)).toHaveText('Live');

    await button(page, 'Room 1', 'Start').click();
    await expect(step(page, 'Room 1')).toContainText('Waiting for a report...');
    await ward.report('Room 2', 'out_of_bed');
    await ward.report('Room 1', 'in_bed');
    await expect(step(page, 'Room 1').getByRole('status')).toHaveText(/^In bed after [\d.]+s$/);
    await step(page, 'Room 1').getByLabel('Note').fill('Camera by the window');
    await button(page, 'Room 1', 'Correct: next room').click();
    await expectNoViolations(page);
    await button(page, 'Room 2', 'Start').click();
    await button(page, 'Room 2', 'Not received').click();
    await button(page, 'Room 3', 'Skip').click();

    await expect(page.getByText('All rooms are done. Print the record.')).toBeVisible();
    await expect(record(page)).toContainText(`Birkenfjord Care · Harbour House · Ward 7 Meadow`);
    await expect(record(page)).toContainText(managerName);
    await expect(row(page, 'Room 1')).toHaveText(/ReceivedIn bed, after [\d.]+sCamera by the window\d\d:\d\d:\d\d/);
    await expect(row(page, 'Room 2')).toHaveText(/Not received\d\d:/);
    await expect(row(page, 'Room 3')).toHaveText(/Skipped/);
    await expect(record(page).getByRole('row')).toHaveCount(4);

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(row(page, 'Room 1')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(row(page, 'Room 1').getByRole('rowheader')).toHaveCSS('color', 'rgb(16, 20, 26)');
  },
);

test('the record of a walk test stays in the browser when the page is left, until it is discarded, and a room can be tested again', async ({
  page,
  createWard,
}) => {
  const ward = await createWard(['Room 1', 'Room 2']);
  await openWalkTest(page, ward);
  await button(page, 'Room 1', 'Start').click();
  await button(page, 'Room 1', 'Not received').click();
  await button(page, 'Room 2', 'Start').click();
  await page.goto('/');
  await page.goto(`${ward.address}/walk-test`);
  await expect(row(page, 'Room 1')).toContainText('Not received');
  await expect(step(page, 'Room 2'), 'the page still waits for the room').toContainText('Waiting for a report...');
  await button(page, 'Room 2', 'Skip').click();
  await record(page).getByRole('button', { name: 'Test again: Room 1' }).click();
  await ward.report('Room 1', 'out_of_bed');
  await button(page, 'Room 1', 'Correct: next room').click();
  await expect(row(page, 'Room 1')).toContainText('ReceivedOut of bed');

  await record(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(record(page)).toBeHidden();
  await page.reload();
  await expect(button(page, 'Room 1', 'Start')).toBeVisible();
  await expect(record(page)).toBeHidden();
});
