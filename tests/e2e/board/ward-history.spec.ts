import type { Page } from '@playwright/test';
import { expectNoViolations } from '../support/accessibility.ts';
import { expect, test } from '../support/test-ward.ts';

const lanes = (page: Page) => page.getByRole('slider', { name: 'Moment in the history' });
const row = (page: Page, room: string) => page.getByRole('row', { name: new RegExp(`^${room}`) });
const minutesAgo = (minutes: number) => ({ at: new Date(Date.now() - minutes * 60_000).toISOString() });

test(
  'a nurse sees the night of all rooms of the ward, chooses a moment and reads it in words, and opens one room',
  { tag: '@both' },
  async ({ page, openWard }) => {
    const ward = await openWard(['Room 1', 'Room 2', { name: 'Room 3', status: 'INACTIVE' }]);
    await ward.report('Room 1', 'in_bed', minutesAgo(9));
    await ward.report('Room 2', 'in_bed', minutesAgo(8));
    await ward.report('Room 1', 'man_down', minutesAgo(2));
    await page.getByRole('button', { name: 'Room options: Room 2' }).click();
    await page.getByRole('link', { name: 'History of the ward' }).click();
    await expect(row(page, 'Room 1')).toContainText('Fall detected');
    await expect(row(page, 'Room 1')).toContainText('Alerts: Fall detected');
    await expect(row(page, 'Room 2')).toContainText('In bed');
    await expect(row(page, 'Room 3'), 'it is not monitored').toHaveCount(0);

    await lanes(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(row(page, 'Room 1'), 'before the fall').toContainText('In bed');
    await expect(row(page, 'Room 1')).not.toContainText('Fall detected');
    await expectNoViolations(page);
    await page.getByRole('list').getByRole('link', { name: 'Room 1' }).click();
    await expect(page.getByRole('heading', { name: 'Room 1 History' })).toBeVisible();
  },
);

test('a nurse who chooses a moment and opens a room at once gets the room, also on a slow tablet', async ({
  page,
  openWard,
}) => {
  const ward = await openWard(['Room 1']);
  await ward.report('Room 1', 'in_bed', minutesAgo(9));
  await page.getByRole('button', { name: 'Room options: Room 1' }).click();
  await page.getByRole('link', { name: 'History of the ward' }).click();
  await expect(row(page, 'Room 1')).toContainText('In bed');
  await lanes(page).focus();
  await page.keyboard.press('ArrowLeft');
  // The tap comes when the moment is due to be written to the address of the ward.
  await page
    .getByRole('list')
    .getByRole('link', { name: 'Room 1' })
    .evaluate((link: HTMLElement) => {
      const start = performance.now();
      while (performance.now() - start < 600);
      link.click();
    });
  await expect(page.getByRole('heading', { name: 'Room 1 History' })).toBeVisible();
});
