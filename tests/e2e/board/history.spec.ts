import type { Page } from '@playwright/test';
import { expectFitsSmallScreens, expectNoViolations } from '../support/accessibility.ts';
import { entryOf, nurseName } from '../support/alert-rail.ts';
import { expectConsoleErrors, failedCalls } from '../support/connection-loss.ts';
import { connection, expect, openSignedIn, test } from '../support/test-ward.ts';

const band = (page: Page) => page.getByRole('slider', { name: 'Moment in the history' });
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const minutesAgo = (minutes: number) => ({ at: new Date(Date.now() - minutes * 60_000).toISOString() });

/** Opens the options of a room and then its history: two taps. */
async function openHistory(page: Page, room: string): Promise<void> {
  await page.getByRole('button', { name: `Room options: ${room}` }).click();
  await page.getByRole('link', { name: 'History', exact: true }).click();
}

test(
  'from the card of a room that fell, two taps lead to the minutes before the fall, with who came',
  { tag: '@narrow' },
  async ({ page, openWard }) => {
    const ward = await openWard(['Room 1']);
    await ward.report('Room 1', 'in_bed', minutesAgo(9));
    await ward.report('Room 1', 'out_of_bed', minutesAgo(3));
    await ward.report('Room 1', 'man_down', minutesAgo(1));
    await entryOf(page, 'Room 1').getByRole('button', { name: 'I’m on my way' }).click();
    await openHistory(page, 'Room 1');

    await expect(page.getByRole('heading', { name: 'Room 1 History' })).toBeVisible();
    await expect(band(page)).toHaveAttribute('aria-valuetext', /^[\d:]+ · Fall detected · since /);
    const fall = rows(page).filter({ hasText: 'Fall detected' }).filter({ hasText: 'Alert raised' });
    await expect(fall).toContainText(`On the way: ${nurseName}`);
    await expect(rows(page).filter({ hasText: /Out of bed2 min/ })).toHaveCount(1);
    await expect(rows(page).last()).toContainText('In bed6 min');
    await expect(rows(page).last(), 'its beginning is known').not.toContainText('before');
    await expect(connection(page)).toHaveText('Live');

    await band(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(band(page), 'the status before the fall').toHaveAttribute('aria-valuetext', /· Out of bed ·/);
    await page.keyboard.press('ArrowLeft');
    await expect(band(page)).toHaveAttribute('aria-valuetext', /· In bed ·/);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(band(page), 'before the first report').toHaveAttribute('aria-valuetext', /Not known/);
    await expectNoViolations(page);
    await expectFitsSmallScreens(page);
  },
);

test('a band follows new reports, a tap chooses a moment, and the address keeps what is shown', async ({
  page,
  openWard,
}) => {
  const ward = await openWard(['Room 1']);
  await ward.report('Room 1', 'in_bed', minutesAgo(8));
  await openHistory(page, 'Room 1');
  await expect(page.getByText('Drag to move')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await ward.report('Room 1', 'in_bathroom');
  await expect(rows(page).first(), 'without a reload').toContainText('Bathroom', { timeout: 25_000 });

  for (let count = 0; count < 6; count += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
  const box = await band(page).boundingBox();
  if (box === null) throw new Error('the band is not shown');
  await page.mouse.click(box.x + box.width * 0.3, box.y + 20);
  await expect(band(page)).toHaveAttribute('aria-valuetext', /· In bed ·/);
  const chosen = await band(page).getAttribute('aria-valuetext');
  await expect(page).toHaveURL(/minutes=5&moment=/);
  await page.reload();
  await expect(band(page)).toHaveAttribute('aria-valuetext', chosen ?? '');
});

test('a status that began before the shown day is said to have begun before, and not at its beginning', async ({
  page,
  app,
  openWard,
}) => {
  const ward = await openWard(['Room 1']);
  const before = Date.now() - 3 * 24 * 3_600_000;
  const stream_uuid = ward.uuidOf('Room 1');
  await ward.report('Room 1', 'in_bed');
  const times = { at: before, received_at: before };
  await app.database.query.updateTable('report').set(times).where('stream_uuid', '=', stream_uuid).execute();
  await openHistory(page, 'Room 1');
  await expect(rows(page)).toHaveText(/^before .*In bedgoes on$/);
});

test('when the server does not answer, the page says so and tries again; a strange room is not found', async ({
  page,
  console,
  createWard,
}) => {
  const ward = await createWard(['Room 1']);
  await openSignedIn(page, 'nurse', ward.address);
  await page.route('**/streams/*/history*', (route) => route.abort());
  await page.goto(`${ward.address}/room/${ward.uuidOf('Room 1')}/history`);
  await expect(page.getByText('The history could not be loaded.')).toBeVisible({ timeout: 25_000 });
  await page.unroute('**/streams/*/history*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing happened in this time.')).toBeVisible();
  await page.goto(`${ward.address}/room/${ward.uuid}/history`);
  await expect(page.getByText('There is no such room')).toBeVisible({ timeout: 25_000 });
  expectConsoleErrors(console, failedCalls);
});

test(
  'the nights of a room follow from its history, with their numbers',
  { tag: '@narrow' },
  async ({ page, openWard }) => {
    const ward = await openWard(['Room 1']);
    await ward.report('Room 1', 'in_bed', minutesAgo(8));
    await openHistory(page, 'Room 1');
    await page.getByRole('link', { name: 'Last nights' }).click();
    await expect(page.getByRole('heading', { name: 'Room 1 Nights' })).toBeVisible();
    await expect(rows(page)).toHaveCount(14);
    const back = page.getByRole('link', { name: /^Back to/ });
    await expect(back, 'the way back to the board').toHaveAttribute('href', ward.address);
    await expect(page.getByText('Too few nights are known')).toBeVisible();
    await expect(rows(page).last(), 'nothing is known about this night').toContainText('–');
    await expectNoViolations(page);
    await expectFitsSmallScreens(page);
    await rows(page).first().getByRole('link').click();
    await expect(band(page)).toBeVisible();
  },
);
